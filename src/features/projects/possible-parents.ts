import { branchOf, lineOf, type TreeRow } from '@/entities/project/project-paths';

/** A project, its phases and their sub-phases. */
const LEVELS = 3;

/** How many levels a branch has: one for a project without phases. */
function levelsOf(projects: readonly TreeRow[], id: string): number {
  const own = lineOf(projects, id).length;
  const depths = [...branchOf(projects, id)].map((part) => lineOf(projects, part).length);
  return Math.max(...depths) - own + 1;
}

/** What a project can become a part of: nothing below itself, nothing archived, and no third level of phases. */
export function possibleParents<Row extends TreeRow>(
  projects: readonly Row[],
  moved: string | null,
): Row[] {
  const below = moved ? branchOf(projects, moved) : new Set<string>();
  const levels = moved ? levelsOf(projects, moved) : 1;
  return projects.filter(
    ({ id, archived_at }) =>
      archived_at === null && !below.has(id) && lineOf(projects, id).length + levels <= LEVELS,
  );
}
