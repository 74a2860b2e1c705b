import type { ColumnMapping } from '@/components/shared/import-table/import-columns';
import type { CustomField } from '@/entities/custom-field/custom-field';
import { fieldCells } from '@/entities/import/field-columns';
import type { ImportRow } from '@/entities/import/import-rows';
import { columnsOf, type ListName } from '@/entities/import/lists';
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
  /** The company's own fields of the list: headings with their names are theirs. */
  fields?: readonly CustomField[];
}

/** What a row has in the column that was chosen for a key. */
const cellsOf =
  (cells: readonly string[], { mapping }: Reading) =>
  (key: string): string => {
    const index = mapping[key];
    return index === null || index === undefined ? '' : undefused(cells[index] ?? '');
  };

/** The row as the database takes it: dates by year, month and day, start and end whole. */
export function toRow(cells: readonly string[], reading: Reading): ImportRow {
  const { list, order } = reading;
  const cell = cellsOf(cells, reading);
  const row: ImportRow = {
    ...passedOn(cells, reading),
    ...fieldCells(reading.fields ?? [], reading, (index, date) => {
      const text = undefused(cells[index] ?? '');
      return date ? (dateIn(text, order) ?? text) : text;
    }),
  };
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

/** Longer than the night shifts people work: more likely AM and PM were mixed up. */
const LONG_NIGHT_MINUTES = 12 * 60;

/**
 * Whether a row that has one date for start and end would be a night of more than twelve hours. A
 * duration in the file that says the same leaves no doubt.
 */
export function isLongNight(cells: readonly string[], reading: Reading): boolean {
  if (reading.list !== 'time_entries') return false;
  const cell = cellsOf(cells, reading);
  const { start, end, isNextDay } = spanOf(cell, reading);
  if (!isNextDay) return false;
  const minutes = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 60_000;
  const said = Number(minutesIn(cell('duration')) || Number.NaN);
  const isConfirmed = said > LONG_NIGHT_MINUTES && said <= minutes;
  return minutes > LONG_NIGHT_MINUTES && !isConfirmed;
}

const spanOf = (cell: (key: string) => string, { order }: Reading) =>
  spanIn(
    { date: cell('date'), start: cell('start'), endDate: cell('end_date'), end: cell('end') },
    order,
  );

function timeRow(row: ImportRow, cell: (key: string) => string, reading: Reading): ImportRow {
  const { date, start, end, end_date, duration, first_name, last_name, ...rest } = row;
  const span = spanOf(cell, reading);
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
