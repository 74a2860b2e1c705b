import type { IsoDate } from '@/lib/format';

/** What a figure of the form opens: the hours of a day, or one of the sums of a row. */
export const SUM_CELLS = [
  'total',
  'rate',
  'fringe_credit',
  'cash_in_lieu',
  'gross_project',
  'gross_all',
  'deductions',
  'net',
] as const;

export type SumCell = (typeof SUM_CELLS)[number];
export type CellName = SumCell | IsoDate;

export const isSumCell = (name: string): name is SumCell =>
  SUM_CELLS.some((known) => known === name);

/** A figure on the form: its row counts from 1. */
export interface OpenedCell {
  row: number;
  cell: CellName;
}

/** In the address: `3.gross_project`, `3.2026-11-09`. */
export const cellAddress = ({ row, cell }: OpenedCell): string => `${row}.${cell}`;

export function readCellAddress(value: string | null): OpenedCell | null {
  const [row = '', cell = ''] = value?.split('.') ?? [];
  return /^[1-9]\d{0,3}$/.test(row) && (isSumCell(cell) || /^\d{4}-\d{2}-\d{2}$/.test(cell))
    ? { row: Number(row), cell }
    : null;
}
