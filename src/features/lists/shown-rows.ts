import type { GridRow, GridSort } from '@/components/shared/grid/grid-types';
import { type CellContext, showCell } from '@/features/lists/cell-values';
import type { Drafts } from '@/features/lists/drafts';
import { isArchived, type ListDefinition, type ListRow } from '@/features/lists/list-definition';

export interface RowFilter {
  search: string;
  /** Text of the filter column; empty: all. */
  chosen: string;
  archived: boolean;
  /** Null: in the order of the list. */
  sort: GridSort | null;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** By what is stored where it is a figure or a date, else by what is shown; nothing comes last. */
function sorted(
  rows: readonly ListRow[],
  { column: key, direction }: GridSort,
  { columns }: ListDefinition,
  context: CellContext,
): readonly ListRow[] {
  const column = columns.find((one) => one.key === key);
  if (!column) return rows;
  const stored = column.kind.type === 'number' || column.kind.type === 'date';
  const keyed = rows.map((row) => {
    const value = row[key];
    const text = stored ? String(value ?? '') : showCell(column, value, context);
    return { row, text, figure: column.kind.type === 'number' ? Number(value ?? 0) : 0 };
  });
  const turn = direction === 'up' ? 1 : -1;
  keyed.sort((one, other) => {
    if (one.text === '' || other.text === '')
      return Number(one.text === '') - Number(other.text === '');
    return turn * (one.figure - other.figure || collator.compare(one.text, other.text));
  });
  return keyed.map(({ row }) => row);
}

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function textsOf(row: ListRow, { columns }: ListDefinition, context: CellContext) {
  return Object.fromEntries(
    columns.map((column) => [column.key, showCell(column, row[column.key], context)]),
  );
}

/** Rows as the grid shows them: saved ones that fit the filter, with what is typed, new ones last. */
export function shownRows(
  rows: readonly ListRow[],
  definition: ListDefinition,
  context: CellContext,
  drafts: Drafts,
  added: readonly string[],
  { search, chosen, archived, sort }: RowFilter,
): GridRow[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const shown: GridRow[] = [];
  const ordered = sort ? sorted(rows, sort, definition, context) : inOrder(rows, added);
  for (const row of ordered) {
    const draft = drafts.get(row.id);
    // Live changes may bring a new row before the answer to its saving does.
    if (draft?.isNew) continue;
    const texts = textsOf(row, definition, context);
    const isHere =
      isArchived(definition, row) === archived &&
      (chosen === '' || !definition.filter || texts[definition.filter] === chosen) &&
      (words.length === 0 || fits(texts, words));
    if (!isHere && !draft) continue;
    shown.push(
      draft
        ? {
            key: row.id,
            texts: { ...texts, ...draft.texts },
            before: Object.fromEntries(
              Object.keys(draft.texts).map((key) => [key, texts[key] ?? '']),
            ),
          }
        : { key: row.id, texts, muted: archived },
    );
  }
  for (const draft of drafts.values())
    if (draft.isNew) shown.push({ key: draft.key, texts: draft.texts, isNew: true });
  return shown;
}

function fits(texts: Readonly<Record<string, string>>, words: readonly string[]): boolean {
  const text = plain(Object.values(texts).join(' '));
  return words.every((word) => text.includes(word));
}

function inOrder(rows: readonly ListRow[], added: readonly string[]): readonly ListRow[] {
  if (added.length === 0) return rows;
  const late = new Set(added);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const last = added.flatMap((id) => byId.get(id) ?? []);
  return [...rows.filter(({ id }) => !late.has(id)), ...last];
}
