/** Where a view's column comes from: a column of a table, or of another view. */
export interface Origin {
  readonly relation: number;
  readonly column: number;
}

/**
 * The target list of a view's stored query (`pg_rewrite.ev_action`, a `pg_node_tree`), reduced to
 * column number → origin. PostgreSQL has no function that tells it, so the text is walked: braces open
 * nodes, a backslash hides the next character, and only the outermost query's list counts.
 */
export function viewColumns(nodeTree: string): ReadonlyMap<number, Origin> {
  const origins = new Map<number, Origin>();
  let depth = 0;
  let inTargets = false;
  let entry: Record<string, number> = {};
  for (let index = 0; index < nodeTree.length; index++) {
    const character = nodeTree[index];
    if (character === '\\') index++;
    else if (character === '{') {
      depth++;
      if (inTargets && depth === 2) entry = {};
    } else if (character === '}') {
      if (inTargets && depth === 2) addOrigin(origins, entry);
      depth--;
    } else if (character === ':') {
      const end = fieldEnd(nodeTree, index);
      const name = nodeTree.slice(index + 1, end);
      if (depth === 1) inTargets = name === 'targetList';
      else if (depth === 2 && inTargets && name.startsWith('res')) {
        entry[name] = Number.parseInt(nodeTree.slice(end + 1, end + 12), 10);
      }
      index = end - 1;
    }
  }
  return origins;
}

function fieldEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== ' ' && text[end] !== '}') end++;
  return end;
}

function addOrigin(origins: Map<number, Origin>, entry: Record<string, number>): void {
  const { resno, resorigtbl, resorigcol } = entry;
  if (resno && resorigtbl && resorigcol) {
    origins.set(resno, { relation: resorigtbl, column: resorigcol });
  }
}
