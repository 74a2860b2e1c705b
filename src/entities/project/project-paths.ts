import type { OwnName } from '@/lib/own-name';

export interface TreeRow extends OwnName {
  id: string;
  parent_id: string | null;
  archived_at: string | null;
}

/** A row with its place in the tree. */
export type InTree<Row> = Row & {
  /** Its own name alone. */
  leaf: string;
  /** What it is a part of, such as `Riverside › Level 2`; empty for a project. */
  above: string;
  /** Whether anything in use is a part of it. */
  hasPhases: boolean;
};

/** Two levels of phases; a stored answer may be older than the rule. */
const MAX_ABOVE = 2;

const collator = new Intl.Collator();

/** What a row is a part of, from the top down. */
function aboveOf<Row extends TreeRow>(byId: ReadonlyMap<string, Row>, row: Row): Row[] {
  const above: Row[] = [];
  let parent = byId.get(row.parent_id ?? '');
  while (parent && above.length < MAX_ABOVE) {
    above.unshift(parent);
    parent = byId.get(parent.parent_id ?? '');
  }
  return above;
}

/** Names become paths, so that they are read, found and sorted as `Riverside › Level 2 › Framing`. */
export function withPaths<Row extends TreeRow>(rows: Row[], isSpanish: boolean): InTree<Row>[] {
  const nameOf = ({ name, name_es }: Row) => (isSpanish && name_es) || name;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const parents = new Set(
    rows.filter(({ archived_at }) => !archived_at).map(({ parent_id }) => parent_id),
  );
  const placed = rows.map((row) => {
    const above = aboveOf(byId, row).map(nameOf).join(' › ');
    const leaf = nameOf(row);
    return {
      ...row,
      name: above ? `${above} › ${leaf}` : leaf,
      // The other name stays, to be searched.
      name_es: leaf === row.name ? (row.name_es ?? null) : row.name,
      leaf,
      above,
      hasPhases: parents.has(row.id),
    };
  });
  // Without phases the order of the answer stays.
  return placed.some(({ above }) => above)
    ? placed.sort((a, b) => collator.compare(a.name, b.name))
    : placed;
}

/** A project and everything below it. */
export function branchOf(rows: readonly TreeRow[], id: string): Set<string> {
  const branch = new Set([id]);
  for (let level = 0; level < MAX_ABOVE; level++) {
    for (const { id: part, parent_id } of rows)
      if (parent_id && branch.has(parent_id)) branch.add(part);
  }
  return branch;
}

/** A project and what it is a part of, from itself to the top. */
export function lineOf(rows: readonly TreeRow[], id: string): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const row = byId.get(id);
  return row
    ? [
        id,
        ...aboveOf(byId, row)
          .map((above) => above.id)
          .reverse(),
      ]
    : [id];
}
