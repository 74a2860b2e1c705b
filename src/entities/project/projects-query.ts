import { queryOptions, useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { allRows } from '@/lib/all-pages';
import { useOwnNames } from '@/lib/own-name';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type ProjectStatus = 'active' | 'completed' | 'on_hold';

export type ProjectOption = Narrowed<
  Pick<
    Row<'projects'>,
    | 'id'
    | 'name'
    | 'name_es'
    | 'client'
    | 'number'
    | 'status'
    | 'color'
    | 'archived_at'
    | 'time_zone'
  >,
  { status: ProjectStatus }
>;

/** Every project the caller may see, small, by its own name: for files. */
export function projectOptionsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.projects, 'options', companyId],
    queryFn: async ({ signal }): Promise<ProjectOption[]> =>
      allRows(() =>
        supabase()
          .from('projects')
          .select('id, name, name_es, client, number, status, color, archived_at, time_zone')
          .eq('company_id', companyId)
          .order('name')
          .order('id')
          .abortSignal(signal),
      ) as Promise<ProjectOption[]>,
    staleTime: 5 * 60_000,
  });
}

/** For pickers and for names in lists, in the viewer's language. */
export function useProjectOptions() {
  const companyId = useViewer().company?.id ?? '';
  const select = useOwnNames<ProjectOption>();
  return useQuery({ ...projectOptionsQuery(companyId), select, enabled: companyId !== '' });
}

/** Projects one may book time on. */
export function isBookable(project: ProjectOption): boolean {
  return project.status === 'active' && project.archived_at === null;
}

export function useProject(projectId: string | null | undefined): ProjectOption | null {
  const projects = useProjectOptions().data;
  return projects?.find((project) => project.id === projectId) ?? null;
}
