import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { fencesQuery } from '@/entities/geofence/geofences-query';
import { branchOf } from '@/entities/project/project-paths';
import { useProjectNames, useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type Look,
  type NamedPunch,
  onSiteQuery,
  punchesQuery,
  visitorsQuery,
} from '@/features/map/api/queries';
import { siteFeature, siteMark } from '@/features/map/drawing/geometry';
import type { MapFilters } from '@/features/map/use-map-filters';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const LIVE = [queryKeys.geofences];
const NOTHING: never[] = [];

interface Wanted {
  companyId: string;
  leads: boolean;
  filters: MapFilters;
  look: Look | null;
}

/** Sites, people on the clock and punches, filtered and with names. */
export function useMapData({ companyId, leads, filters, look }: Wanted) {
  const { t } = useTranslation(['map', 'common']);
  const { projectId, personId } = filters;
  const projects = useProjectOptions().data ?? NOTHING;
  const people = useEmployeeOptions().data ?? NOTHING;
  const branch = useMemo(
    () => (projectId ? branchOf(projects, projectId) : null),
    [projects, projectId],
  );
  const nameOf = useProjectNames();
  const isShown = useCallback((id: string | null) => branch?.has(id ?? '') ?? true, [branch]);
  const fences = useQuery(fencesQuery(companyId));
  const onSite = useQuery({ ...onSiteQuery(companyId), enabled: leads });
  const hasVisitors = useViewer().site_sign_in === true;
  const visiting = useQuery({ ...visitorsQuery(companyId), enabled: leads && hasVisitors });
  const punches = useQuery(punchesQuery(look));
  useLiveTable({
    table: 'geofences',
    filter: companyId ? `company_id=eq.${companyId}` : null,
    stale: LIVE,
  });
  const present = useMemo(
    () =>
      (onSite.data ?? NOTHING)
        .filter(
          (person) => isShown(person.project_id) && (!personId || person.employee_id === personId),
        )
        .map((person) => ({
          ...person,
          project_name: nameOf(person.project_id, person.project_name),
        })),
    [onSite.data, isShown, personId, nameOf],
  );
  // Asked for one person, nobody else is shown.
  const visitors = useMemo(
    () =>
      (personId ? NOTHING : (visiting.data ?? NOTHING))
        .filter((one) => isShown(one.project_id))
        .map((one) => ({ ...one, project_name: nameOf(one.project_id, one.project_name) })),
    [visiting.data, isShown, personId, nameOf],
  );
  const shown = useMemo(
    () => (fences.data ?? NOTHING).filter((fence) => isShown(fence.project_id)),
    [fences.data, isShown],
  );
  const sites = useMemo(() => shown.map(siteFeature), [shown]);
  const names = useMemo(() => {
    const nameOf = new Map(projects.map((project) => [project.id, project.name]));
    return shown.map((fence) => {
      const name = nameOf.get(fence.project_id) ?? '';
      const part = branchOf(projects, fence.project_id);
      const count = present.filter((person) => part.has(person.project_id ?? '')).length;
      return siteMark(fence, leads ? `${name}\n${t('rollCall.clockedIn', { count })}` : name);
    });
  }, [shown, projects, present, leads, t]);
  const marks = useMemo((): NamedPunch[] => {
    const nameOf = new Map(people.map((person) => [person.id, employeeName(person)]));
    const projectOf = new Map(projects.map((project) => [project.id, project.name]));
    return (look ? (punches.data ?? NOTHING) : NOTHING)
      .filter((punch) => isShown(punch.project_id))
      .map((punch) => ({
        ...punch,
        name: nameOf.get(punch.employee_id) ?? t('common:employee.none'),
        project: projectOf.get(punch.project_id ?? '') ?? t('rollCall.noProject'),
      }));
  }, [look, punches.data, people, projects, isShown, t]);
  return { fences, onSite, punches, present, visitors, sites, names, marks };
}
