export const LIST_NAMES = [
  'employees',
  'crews',
  'projects',
  'customers',
  'cost_codes',
  'cost_code_groups',
  'equipment',
  'equipment_classes',
  'pay_types',
  'pay_items',
  'holidays',
  'minimum_wages',
  'time_off_types',
  'break_types',
  'units',
  'delay_reasons',
  'certification_types',
  'certifications',
  'certification_requirements',
  'clock_questions',
] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** Words of choices that are the company's own names of pay codes. */
export const OWN_PAY_NAMES = 'pay_types';

/** Choices that are shown as they are stored. */
export const AS_STORED = 'stored';

export type ListRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** What the cells of a column hold. */
export type ColumnKind =
  | { type: 'text' }
  /** Stored as `scale` times what is shown: minutes of hours, cents of dollars. */
  | { type: 'number'; digits: number; scale?: number }
  | { type: 'date' }
  | { type: 'yesNo' }
  /** Stored words, shown as those of `words` (`namespace:prefix`). */
  | { type: 'choice'; values: readonly string[]; words: string }
  /** The id of a row of another list. */
  | { type: 'row'; list: ListName }
  /** The name of a row of another list, stored as it is. */
  | { type: 'name'; list: 'units' | 'cost_code_groups' }
  /** How many rows hang on this one; only shown. */
  | { type: 'count' }
  /** Minutes, as hours and minutes; only shown. */
  | { type: 'minutes' };

export const isReadOnly = ({ type }: ColumnKind): boolean => type === 'count' || type === 'minutes';

export interface ListColumn {
  key: string;
  kind: ColumnKind;
  width: number;
  required?: true;
  /** What the database keeps where nothing was typed; null unless told. */
  empty?: '' | false;
  /** Not shown until chosen. */
  optional?: true;
}

export interface ListDefinition {
  name: ListName;
  columns: readonly ListColumn[];
  /** Columns of the order, the first one first. */
  order: readonly string[];
  ascending?: false;
  /** How rows are put away; lists without it delete. */
  archive?: { column: string; archived: unknown; restored: unknown };
  /** The column one chooses rows by. */
  filter?: string;
  /** What a row is called, for people. */
  title: readonly string[];
  /** Only owners change it. */
  ownersOnly?: true;
  /** Rows that mean the same can become one. */
  mergeable?: true;
  /** More than the table's own columns. */
  select?: string;
  /** Function with figures of each row, by `<row>_id`. */
  figures?: 'cost_code_usage';
}

export function isArchived({ archive }: ListDefinition, row: ListRow): boolean {
  if (!archive) return false;
  const value = row[archive.column];
  return archive.archived === 'now' ? value !== null : value === archive.archived;
}

/** Became part of another row, which cannot be taken back. */
export const isMerged = (row: ListRow): boolean => Boolean(row['merged_into']);

export function titleOf({ title }: Pick<ListDefinition, 'title'>, row: ListRow): string {
  return title
    .map((key) => String(row[key] ?? ''))
    .filter(Boolean)
    .join(' ');
}
