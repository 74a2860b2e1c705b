import type { ColumnMapping } from '@/components/shared/import-table/import-columns';
import { columnsOf, type ListName } from '@/features/imports/lists';
import { type DateOrder, dateIn, minutesIn, spanIn } from '@/features/imports/moments';
import { type SourceName, sourceOf } from '@/features/imports/sources';
import { undefused } from '@/lib/files/csv';

export interface Reading {
  list: ListName;
  headings: readonly string[];
  mapping: ColumnMapping;
  order: DateOrder;
  /** Zone of times that carry none; null: that of the project or company. */
  timeZone: string | null;
  source: SourceName | null;
}

export type ImportRow = Record<string, string>;

/** The row as the database takes it: dates by year, month and day, start and end whole. */
export function toRow(cells: readonly string[], reading: Reading): ImportRow {
  const { list, mapping, order } = reading;
  const cell = (key: string): string => {
    const index = mapping[key];
    return index === null || index === undefined ? '' : undefused(cells[index] ?? '');
  };
  const row: ImportRow = passedOn(cells, reading);
  for (const { key, date } of columnsOf(list)) {
    const text = cell(key);
    if (text !== '') row[key] = date ? (dateIn(text, order) ?? text) : text;
  }
  return list === 'time_entries' ? timeRow(row, cell, reading) : row;
}

/** Columns that have the database's own names, as in our own export. */
function passedOn(cells: readonly string[], { headings, mapping }: Reading): ImportRow {
  const taken = new Set(Object.values(mapping));
  const row: ImportRow = {};
  headings.forEach((heading, index) => {
    const text = undefused(cells[index] ?? '');
    if (!taken.has(index) && /^[a-z]+(_[a-z]+)*$/.test(heading) && text !== '') row[heading] = text;
  });
  return row;
}

function timeRow(row: ImportRow, cell: (key: string) => string, reading: Reading): ImportRow {
  const { date, start, end, end_date, duration, first_name, last_name, ...rest } = row;
  const span = spanIn(
    { date: cell('date'), start: start ?? '', endDate: cell('end_date'), end: end ?? '' },
    reading.order,
  );
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const project = rest['project'];
  return {
    ...rest,
    ...(name && !rest['employee'] ? { employee: name } : {}),
    ...(project && reading.source && sourceOf(reading.source).jobAfterColon
      ? { project: project.slice(project.lastIndexOf(':') + 1).trim() }
      : {}),
    clock_in: span.start,
    clock_out: span.end,
    ...(duration && minutesIn(duration) ? { duration_minutes: minutesIn(duration) } : {}),
    ...(rest['time_zone'] || !reading.timeZone ? {} : { time_zone: reading.timeZone }),
  };
}
