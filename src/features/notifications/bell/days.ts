import type { IsoDate } from '@/lib/format';
import { dateOf } from '@/lib/time';

export interface DayOf<Item> {
  date: IsoDate;
  items: Item[];
}

/** Rows in the order they have, by their day in this zone. */
export function groupByDay<Item extends { created_at: string }>(
  rows: readonly Item[],
  timeZone: string,
): DayOf<Item>[] {
  const days: DayOf<Item>[] = [];
  for (const row of rows) {
    const date = dateOf(Date.parse(row.created_at), timeZone);
    const last = days.at(-1);
    if (last?.date === date) last.items.push(row);
    else days.push({ date, items: [row] });
  }
  return days;
}
