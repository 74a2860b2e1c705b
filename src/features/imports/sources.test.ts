import { readFile as readBytes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type DateOrder, possibleOrders } from '@/features/imports/moments';
import { guessSource, mappingFor, type SourceName, sourceOf } from '@/features/imports/sources';
import { toRow } from '@/features/imports/to-rows';
import { parseDelimited } from '@/lib/delimited-text';
import { decodeText } from '@/lib/files/read-text';

/** Reads a sample as the screen does: the program by its headings, dates as far as they are clear. */
async function read(
  file: string,
  chosen?: SourceName,
  order?: DateOrder,
  timeZone: string | null = null,
) {
  const bytes = await readBytes(new URL(`./samples/${file}`, import.meta.url));
  const [first, ...rows] = parseDelimited(decodeText(bytes) ?? '');
  const headings = first?.cells ?? [];
  const source = chosen ?? guessSource(headings);
  const mapping = mappingFor('time_entries', headings, source);
  const dated = ['date', 'start', 'end_date', 'end'].map((key) => mapping[key] ?? -1);
  const orders = possibleOrders(rows.flatMap(({ cells }) => dated.map((at) => cells[at] ?? '')));
  const wanted = order ?? (source ? sourceOf(source).order : undefined) ?? orders[0] ?? 'YMD';
  const reading = {
    list: 'time_entries',
    headings,
    mapping,
    order: wanted,
    timeZone,
    source,
  } as const;
  return { source, orders, rows: rows.map(({ cells }) => toRow(cells, reading)) };
}

// supabase/tests/importers.test.ts goes on from here: what becomes of these rows in the database.
test('the sample of every program becomes the rows that are sent', async () => {
  const rows = {
    'QuickBooks Time': (await read('quickbooks-time.csv')).rows,
    Clockify: (await read('clockify.csv')).rows,
    'Toggl Track': (await read('toggl.csv', undefined, undefined, 'America/Chicago')).rows,
    ClockShark: (await read('clockshark.csv', 'clockshark', 'MDY')).rows,
    busybusy: (await read('busybusy.csv')).rows,
    Workyard: (await read('workyard.csv')).rows,
  };
  await expect(`${JSON.stringify(rows, null, 2)}\n`).toMatchFileSnapshot('samples/rows.json');
});

test('QuickBooks Time: start and end as they are, with or without an offset', async () => {
  const { source, rows } = await read('quickbooks-time.csv');
  expect(source).toBe('quickbooks_time');
  expect(rows[0]).toMatchObject({
    employee: 'Ana Ortiz',
    employee_number: '1001',
    email: 'ana@example.com',
    project: 'Harbor Point',
    cost_code: '06 10 00',
    clock_in: '2026-03-06T07:00:00-05:00',
    clock_out: '2026-03-06T15:30:00-05:00',
    time_zone: 'America/New_York',
    notes: 'Forms, north side',
  });
  expect(rows[1]).toMatchObject({
    clock_in: '2026-03-09T07:00:00',
    clock_out: '2026-03-09T15:30:00',
  });
});

test('Clockify: day first or month first is told by the file, never assumed', async () => {
  const german = await read('clockify.csv');
  expect(german).toMatchObject({ source: 'clockify', orders: ['DMY'] });
  expect(german.rows[0]).toMatchObject({
    clock_in: '2026-02-19T15:00:00',
    clock_out: '2026-02-19T18:30:00',
    duration_minutes: '210',
  });
  expect(german.rows[1]).toMatchObject({
    clock_in: '2026-03-01T22:00:00',
    clock_out: '2026-03-02T06:00:00',
  });
  const american = await read('clockify-us.csv');
  expect(american.orders).toEqual(['MDY']);
  expect(american.rows[0]).toMatchObject({
    clock_in: '2024-10-15T11:00:00',
    clock_out: '2024-10-15T12:02:17',
  });
  expect(possibleOrders(['03/04/2026', '05/06/2026'])).toEqual(['MDY', 'DMY']);
  expect(possibleOrders(['2026-03-04', '2026-05-06'])).toEqual(['YMD']);
  expect(possibleOrders(['13/14/2026'])).toEqual([]);
});

test('Toggl Track: a byte order mark, and a duration that says nothing', async () => {
  const { source, rows } = await read('toggl.csv');
  expect(source).toBe('toggl');
  expect(rows[0]).toMatchObject({
    employee: 'Ana Ortiz',
    clock_in: '2024-10-15T12:02:17',
    clock_out: '2024-10-15T12:20:42',
  });
  expect(rows[0]).not.toHaveProperty('duration_minutes');
});

test('ClockShark: columns by their place, the job after the customer, minutes of break', async () => {
  const { rows } = await read('clockshark.csv', 'clockshark', 'MDY');
  expect(rows[0]).toMatchObject({
    employee: 'Ana Ortiz',
    employee_number: '1001',
    project: 'Harbor Point',
    cost_code: '06 10 00',
    clock_in: '2026-03-02T07:00:00',
    clock_out: '2026-03-02T15:30:00',
    break_minutes: '30',
  });
});

test('busybusy and Workyard: by headings alone; an end before the start is the next morning', async () => {
  const busy = await read('busybusy.csv');
  expect(busy).toMatchObject({ source: 'busybusy', orders: ['MDY'] });
  expect(busy.rows[1]).toMatchObject({
    clock_in: '2026-03-26T22:00:00',
    clock_out: '2026-03-27T06:00:00',
  });
  const workyard = await read('workyard.csv');
  expect(workyard.source).toBe('workyard');
  expect(workyard.rows[0]).toMatchObject({
    employee: 'Ana Ortiz',
    clock_in: '2026-03-27T07:00:00',
    break_minutes: '30',
  });
  expect(sourceOf('busybusy').documented || sourceOf('workyard').documented).toBe(false);
});

test('our own export comes back as it went: ids, names with an apostrophe, breaks', () => {
  const headings = ['id', 'employee_id', 'clock_in', 'clock_out', 'notes', 'breaks'];
  const mapping = mappingFor('time_entries', headings, null);
  const row = toRow(
    ['i', 'e', '2026-03-02T12:00:00+00:00', '2026-03-02T20:00:00+00:00', "'=1+1", '[]'],
    { list: 'time_entries', headings, mapping, order: 'YMD', timeZone: null, source: null },
  );
  expect(row).toEqual({
    id: 'i',
    employee_id: 'e',
    clock_in: '2026-03-02T12:00:00+00:00',
    clock_out: '2026-03-02T20:00:00+00:00',
    notes: '=1+1',
    breaks: '[]',
  });
});
