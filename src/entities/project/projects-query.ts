import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { branchOf, type InTree, withPaths } from '@/entities/project/project-paths';
import { useViewer } from '@/entities/viewer/use-viewer';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';

export type ProjectStatus = 'active' | 'completed' | 'on_hold';

type ProjectRow = Narrowed<
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
    | 'parent_id'
    | 'phases_only'
  >,
  { status: ProjectStatus }
>;

/** Its name is the full one: `Riverside › Level 2 › Framing`. */
export type ProjectOption = InTree<ProjectRow>;

/** Every project the caller may see, small, by its own name: for files. */
export function projectOptionsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.projects, 'options', companyId],
    queryFn: async ({ signal }): Promise<ProjectRow[]> =>
      allRows(() =>
        supabase()
          .from('projects')
          .select(
            'id, name, name_es, client, number, status, color, archived_at, time_zone, parent_id, phases_only',
          )
          .eq('company_id', companyId)
          .order('name')
          .order('id')
          .abortSignal(signal),
      ) as Promise<ProjectRow[]>,
    staleTime: 5 * 60_000,
  });
}

// Every name on a screen asks; what was worked out for an answer serves all of them.
const placed = {
  en: new WeakMap<object, ProjectOption[]>(),
  es: new WeakMap<object, ProjectOption[]>(),
};

function placedIn(language: 'en' | 'es', rows: ProjectRow[]): ProjectOption[] {
  const known = placed[language].get(rows);
  if (known) return known;
  const found = withPaths(rows, language === 'es');
  placed[language].set(rows, found);
  return found;
}
const inEnglish = (rows: ProjectRow[]) => placedIn('en', rows);
const inSpanish = (rows: ProjectRow[]) => placedIn('es', rows);

/** For pickers and for names in lists, in the viewer's language. */
export function useProjectOptions() {
  const companyId = useViewer().company?.id ?? '';
  const select = useTranslation().language === 'es' ? inSpanish : inEnglish;
  return useQuery({ ...projectOptionsQuery(companyId), select, enabled: companyId !== '' });
}

/** Projects that are worked on. */
export function isOpen(project: ProjectOption): boolean {
  return project.status === 'active' && project.archived_at === null;
}

/** Projects one may book time on. */
export function isBookable(project: ProjectOption): boolean {
  return isOpen(project) && !(project.phases_only && project.hasPhases);
}

export function useProject(projectId: string | null | undefined): ProjectOption | null {
  const projects = useProjectOptions().data;
  return projects?.find((project) => project.id === projectId) ?? null;
}

type NameOf = <Other extends string | null>(
  projectId: string | null | undefined,
  otherwise: Other,
) => string | Other;

/** Full names in the viewer's language; of what the viewer does not see, the name an answer came with. */
export function useProjectNames(): NameOf {
  const { data } = useProjectOptions();
  return useCallback(
    (projectId, otherwise) => data?.find((project) => project.id === projectId)?.name ?? otherwise,
    [data],
  );
}

/** A project and its phases, for lists of one project; null where none is chosen. */
export function useBranch(projectId: string | null): ReadonlySet<string> | null {
  const { data } = useProjectOptions();
  return useMemo(() => (projectId ? branchOf(data ?? [], projectId) : null), [data, projectId]);
}
