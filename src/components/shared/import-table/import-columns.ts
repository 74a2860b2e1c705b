export interface ImportColumn {
  key: string;
  label: string;
  /** Other headings that mean the same, in lower case. */
  aliases: readonly string[];
  required?: boolean;
}

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
