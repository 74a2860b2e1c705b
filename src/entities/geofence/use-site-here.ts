import { useQuery } from '@tanstack/react-query';
import { edgeDistance, nearestSite } from '@/entities/geofence/edge-distance';
import { type Fence, fencesQuery } from '@/entities/geofence/geofences-query';
import { lineOf } from '@/entities/project/project-paths';
import { isOpen, type ProjectOption, useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { isLocationShared, readLocation } from '@/lib/device-location';
import { queryKeys } from '@/lib/query-keys';

const CHECKS_AGAIN_AFTER = 5 * 60_000;

/** Where this device is, for as long as someone looks; it stays here and is sent nowhere. */
const hereQuery = {
  queryKey: [queryKeys.here],
  queryFn: () => readLocation(),
  staleTime: CHECKS_AGAIN_AFTER,
  gcTime: 0,
  meta: { answersOffline: true },
};

/** A phase without fences of its own has those of what it is a part of. */
function fencesFor(fences: readonly Fence[], line: readonly string[]): readonly Fence[] {
  const of = (id: string) => fences.filter((fence) => fence.project_id === id);
  return line.map(of).find((some) => some.length > 0) ?? [];
}

/** Fences of what is worked on. On the ground of a phase its project's fence, which is around it, is left out. */
function openFences(
  fences: readonly Fence[],
  projects: readonly ProjectOption[],
  { latitude, longitude }: { latitude: number; longitude: number },
): readonly Fence[] {
  const open = new Set(projects.filter(isOpen).map(({ id }) => id));
  const shown = fences.filter((fence) => open.has(fence.project_id));
  const around = new Set(
    shown
      .filter((fence) => edgeDistance(fence, latitude, longitude) < 0)
      .flatMap((fence) => lineOf(projects, fence.project_id).slice(1)),
  );
  return shown.filter((fence) => !around.has(fence.project_id));
}

/**
 * The site this device is at or nearest to, worked out on the device. Of one project only if asked
 * so. Null while unknown, where locations are off, and where the person does not share theirs.
 */
export function useSiteHere(projectId?: string | null) {
  const { company } = useViewer();
  const wanted = company?.capture_location === true && isLocationShared();
  const here = useQuery({ ...hereQuery, enabled: wanted }).data;
  const { data: fences = [] } = useQuery({
    ...fencesQuery(company?.id ?? ''),
    enabled: wanted,
  });
  const { data: projects = [] } = useProjectOptions();
  if (!here) return null;
  const nearest = nearestSite(
    projectId ? fencesFor(fences, lineOf(projects, projectId)) : openFences(fences, projects, here),
    here.latitude,
    here.longitude,
  );
  return nearest && { ...nearest, accuracy: here.accuracy_m };
}
