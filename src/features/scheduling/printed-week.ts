import type { Shift } from '@/features/scheduling/board';
import type { IsoDate } from '@/lib/format';

export interface PrintedLabels {
  /** Who the shift is for: a person, else a machine; null: open. */
  nameOf: (shift: Shift) => string | null;
  /** What stands in the cell of its day, line by line. */
  linesOf: (shift: Shift) => string[];
  open: string;
}

/** A cell without words still keeps its neighbor within its own column. */
const BLANK = ' ';

const WEEK = 7;

/** As on the board: one row for each person by name, one cell for each day; open shifts last. */
export function printedRows(
  shifts: readonly Shift[],
  days: readonly IsoDate[],
  { nameOf, linesOf, open }: PrintedLabels,
): string[][] {
  const byName = Map.groupBy(shifts, nameOf);
  const names = [...byName.keys()].sort((one, other) =>
    one === null ? 1 : other === null ? -1 : one.localeCompare(other),
  );
  return names.map((name) => [
    name ?? open,
    ...days.map((day) => {
      const ofDay = (byName.get(name) ?? []).filter(({ work_date }) => work_date === day);
      const inOrder = ofDay.toSorted((one, other) => one.starts_at.localeCompare(other.starts_at));
      return inOrder.flatMap(linesOf).join('\n') || BLANK;
    }),
  ]);
}

/** The days in weeks, without the weekdays nobody works on: what is left is wider. */
export function weeksWithShifts(
  days: readonly IsoDate[],
  shifts: readonly Shift[],
): (readonly IsoDate[])[] {
  const worked = new Set(shifts.map(({ work_date }) => work_date));
  const slots = new Set(days.flatMap((day, place) => (worked.has(day) ? [place % WEEK] : [])));
  return Array.from({ length: Math.ceil(days.length / WEEK) }, (_, week) =>
    days
      .slice(week * WEEK, (week + 1) * WEEK)
      .filter((_day, place) => slots.size === 0 || slots.has(place)),
  );
}
