import type { Project } from '@/features/projects/api/queries';

export interface TreeLine {
  project: Project;
  /** Below the top of what is shown. */
  depth: number;
  /** Whether a part of it is shown or could be. */
  opens: boolean;
}

/** Projects in the order of the tree without what is below a closed one; parts follow what they are a part of. */
export function treeRows(shown: readonly Project[], closed: ReadonlySet<string>): TreeLine[] {
  const depths = new Map<string, number>();
  const parents = new Set(shown.map(({ parent_id }) => parent_id));
  const hidden = new Set<string>();
  return shown.flatMap((project) => {
    const above = project.parent_id ?? '';
    const depth = (depths.get(above) ?? -1) + 1;
    depths.set(project.id, depth);
    if (depth > 0 && (closed.has(above) || hidden.has(above))) {
      hidden.add(project.id);
      return [];
    }
    return { project, depth, opens: parents.has(project.id) };
  });
}
