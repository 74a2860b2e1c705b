import type { Project } from '@/features/projects/api/queries';
import { matchesSearch } from '@/lib/plain-text';

export const FILTERS = ['all', 'active', 'completed', 'on_hold', 'archived'] as const;
export type Filter = (typeof FILTERS)[number];

export const SORTS = ['updated', 'oldest', 'deadline'] as const;
export type Sort = (typeof SORTS)[number];

const COMPARE: Record<Sort, (a: Project, b: Project) => number> = {
  updated: (a, b) => b.updated_at.localeCompare(a.updated_at),
  oldest: (a, b) => a.created_at.localeCompare(b.created_at),
  // Without a deadline, last.
  deadline: (a, b) => (a.deadline ?? '9999').localeCompare(b.deadline ?? '9999'),
};

/** What the list shows: search in the full name and client, accents and case ignored. */
export function selectProjects(
  projects: readonly Project[],
  search: string,
  filter: Filter,
  sort: Sort,
): Project[] {
  const chosen = projects
    .filter(({ status, archived_at }) =>
      filter === 'archived'
        ? archived_at !== null
        : archived_at === null && (filter === 'all' || status === filter),
    )
    .filter(({ name, path, client, number }) =>
      matchesSearch([path ?? name, client, number], search),
    )
    .sort(COMPARE[sort]);
  return underParents(chosen);
}

/** Parts of a project follow it; where it is not shown itself they stay where they are. */
function underParents(projects: readonly Project[]): Project[] {
  const shown = new Set(projects.map(({ id }) => id));
  const partsOf = Map.groupBy(projects, ({ parent_id }) =>
    parent_id && shown.has(parent_id) ? parent_id : null,
  );
  const withParts = (project: Project): Project[] => [
    project,
    ...(partsOf.get(project.id) ?? []).flatMap(withParts),
  ];
  return (partsOf.get(null) ?? []).flatMap(withParts);
}
