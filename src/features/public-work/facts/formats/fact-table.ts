/** Payroll systems whose files are recognized; `other` is any file whose columns the person names. */
export const SOURCES = ['gusto', 'paychex', 'adp', 'quickbooks', 'sage', 'other'] as const;
export type FactSource = (typeof SOURCES)[number];

/** A payroll file as one table: a row for each check, whatever shape the file had. */
export interface FactTable {
  source: FactSource;
  headings: string[];
  rows: { line: number; cells: string[] }[];
  /** Hours and jobs, and no money: of another report of that system. */
  hoursOnly?: boolean;
}

export type Grid = readonly (readonly string[])[];

export const cellOf = (cells: readonly string[] | undefined, at: number): string =>
  (cells?.[at] ?? '').trim();

export const isBlank = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '');

/** Whether a row is a sum of others: its first words say so. */
export const isTotal = (cells: readonly string[]): boolean =>
  cells
    .slice(0, 4)
    .some((cell) =>
      /^(grand |report |company |payroll |department |sub-?)?totals?( for\b.*|:)?$/i.test(
        cell.trim(),
      ),
    );
