import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { CardLink } from '@/components/shared/card-link';
import { CustomDetails } from '@/entities/custom-field/custom-details';
import { customOf } from '@/entities/custom-field/custom-field';
import { type Fence, fencesQuery, type Ring } from '@/entities/geofence/geofences-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Project } from '@/features/projects/api/queries';
import { useTranslation } from '@/lib/use-translation';

const WIDTH = 320;
const HEIGHT = 72;
const METERS_PER_DEGREE = 111_320;
const CORNERS = 32;

/** Rings on the ground in meters, so that the drawing has the shape of the site. */
function ringsOf(fence: Fence): Ring[] {
  const { latitude, longitude, radius_m, polygon } = fence;
  if (polygon) return polygon.slice(0, 1);
  if (latitude === null || longitude === null || radius_m === null) return [];
  const wide = METERS_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return [
    Array.from({ length: CORNERS }, (_, corner): [number, number] => {
      const angle = (2 * Math.PI * corner) / CORNERS;
      return [
        longitude + (radius_m * Math.cos(angle)) / wide,
        latitude + (radius_m * Math.sin(angle)) / METERS_PER_DEGREE,
      ];
    }),
  ];
}

function pathsOf(fences: readonly Fence[]): string[] {
  const rings = fences.flatMap(ringsOf);
  const places = rings.flat();
  const [first] = places;
  if (!first) return [];
  const shrink = Math.cos((first[1] * Math.PI) / 180);
  const xs = places.map(([longitude]) => longitude * shrink);
  const ys = places.map(([, latitude]) => latitude);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((WIDTH - 16) / (right - left || 1), (HEIGHT - 16) / (top - bottom || 1));
  const x = (longitude: number) => WIDTH / 2 + (longitude * shrink - (left + right) / 2) * scale;
  const y = (latitude: number) => HEIGHT / 2 - (latitude - (bottom + top) / 2) * scale;
  return rings.map(
    (ring) =>
      `M${ring.map(([longitude, latitude]) => `${x(longitude).toFixed(1)},${y(latitude).toFixed(1)}`).join('L')}Z`,
  );
}

/** Address and outline of the site; the map has the rest. */
export function SiteOutline({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const companyId = useViewer().company?.id ?? '';
  const { data = [] } = useQuery(fencesQuery(companyId));
  const paths = pathsOf(data.filter(({ project_id }) => project_id === project.id));
  return (
    <div className="mt-auto border-t bg-sunken px-5 py-3 text-sm">
      <CustomDetails table="projects" values={customOf(project)} className="mb-3" />
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <MapPin className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <span className="truncate">{project.address ?? t('hub.noAddress')}</span>
        </span>
        <CardLink to={`/projects?project=${project.id}&tab=map`}>{t('hub.openMap')}</CardLink>
      </div>
      {paths.length > 0 && (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="mt-2 h-18 w-full" aria-hidden="true">
          {paths.map((path) => (
            <path key={path} d={path} className="fill-primary/12 stroke-2 stroke-primary" />
          ))}
        </svg>
      )}
    </div>
  );
}
