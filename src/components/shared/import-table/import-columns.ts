export interface ImportColumn {
  key: string;
  label: string;
  /** Other headings that mean the same, in lower case. */
  aliases: readonly string[];
  required?: boolean;
  /** Stands in the preview; without any, the first three do. */
  shown?: boolean;
}

/** A cell picked by hand, with its heading: in other rows it is found by that, not by its place. */
export type Picked = { index: number; heading: string } | null;

/** Which cell of a row belongs to which column; null: the column is left out. */
export type ColumnMapping = Readonly<Record<string, number | null>>;

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Recognises headings; without any, cells are taken in the order of the columns. */
export function guessMapping(
  columns: readonly ImportColumn[],
  firstRow: readonly string[],
): { mapping: ColumnMapping; hasHeading: boolean } {
  const found = columns.map(({ key, label, aliases }) => {
    const names = [label, key, ...aliases].map(plain);
    const index = firstRow.findIndex((cell) => names.includes(plain(cell)));
    return [key, index >= 0 ? index : null] as const;
  });
  if (found.some(([, index]) => index !== null)) {
    return { mapping: Object.fromEntries(found), hasHeading: true };
  }
  const inOrder = columns.map(({ key }, index) => [key, index < firstRow.length ? index : null]);
  return { mapping: Object.fromEntries(inOrder), hasHeading: false };
}

/** What was guessed, and over it what was picked by hand, as far as it is in these rows. */
export function withPicks(
  guessed: ColumnMapping,
  picks: Readonly<Record<string, Picked>>,
  firstRow: readonly string[],
): ColumnMapping {
  const mapping: Record<string, number | null> = { ...guessed };
  for (const [key, pick] of Object.entries(picks)) {
    if (pick === null) mapping[key] = null;
    else if (firstRow[pick.index] === pick.heading) mapping[key] = pick.index;
    else if (firstRow.includes(pick.heading)) mapping[key] = firstRow.indexOf(pick.heading);
  }
  return mapping;
}

export function mapRows(
  rows: readonly (readonly string[])[],
  mapping: ColumnMapping,
): Record<string, string>[] {
  return rows.map((cells) =>
    Object.fromEntries(
      Object.entries(mapping).map(([key, index]) => [
        key,
        index === null ? '' : (cells[index] ?? ''),
      ]),
    ),
  );
}
