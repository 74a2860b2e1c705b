import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { as, openCompany } from './world.ts';

/** What src/features/imports/sources.test.ts makes of the sample of each program. */
const SAMPLES = JSON.parse(
  readFileSync(
    path.join(import.meta.dirname, '../../src/features/imports/samples/rows.json'),
    'utf8',
  ),
) as Record<string, Record<string, string>[]>;

const SKIPPED = 'error import_time_skipped';
const TWICE = 'error import_time_twice';
const PERSON = 'error import_employee_unknown';
const PROJECT = 'error import_project_unknown';
const OVERLAP = 'error time_overlap';
const NO_DAY = 'error import_time_wrong:start,import_time_wrong:end';
const ENDS_FIRST = 'error end_before_start';

/** Results row by row, and the hours of what came in, oldest first. */
const PROGRAMS = [
  {
    program: 'QuickBooks Time',
    results: [
      ...['new', 'new', 'new', SKIPPED, 'new', 'new', 'error import_zone_unknown'],
      ...[PERSON, PROJECT, OVERLAP, NO_DAY],
    ],
    hours: [4.5, 8.5, 7, 8.5, 1],
    firstStart: '2025-11-02T05:30:00.000Z',
  },
  {
    program: 'Clockify',
    results: [
      ...['new', 'new', 'new', SKIPPED, 'new', PERSON, PROJECT],
      ...['error import_cost_code_unknown', OVERLAP, NO_DAY, ENDS_FIRST],
    ],
    hours: [4.5, 3.5, 8, 7],
    firstStart: '2025-11-02T05:30:00.000Z',
  },
  {
    // Its times are read as those of the zone that was chosen for the file.
    program: 'Toggl Track',
    results: ['new', 'new', SKIPPED, 'new', PERSON, PROJECT, OVERLAP, NO_DAY, ENDS_FIRST],
    hours: [1105 / 3600, 4.5, 7],
    firstStart: '2024-10-15T17:02:17.000Z',
  },
  {
    program: 'ClockShark',
    results: [
      ...['new', 'new', SKIPPED, TWICE, PERSON, PROJECT, 'error import_break_wrong'],
      ...[OVERLAP, NO_DAY],
    ],
    hours: [8.5, 7],
    firstStart: '2026-03-02T12:00:00.000Z',
  },
  {
    program: 'busybusy',
    results: [
      ...['new', 'new', 'new', SKIPPED, TWICE, PERSON, PROJECT, 'error import_equipment_unknown'],
      ...[OVERLAP, NO_DAY],
    ],
    hours: [7, 8.5, 8],
    firstStart: '2026-03-08T03:00:00.000Z',
  },
  {
    program: 'Workyard',
    results: [
      ...['new', 'new', SKIPPED, TWICE, PERSON, PROJECT, 'error import_break_wrong'],
      ...[OVERLAP, NO_DAY],
    ],
    hours: [7, 8.5],
    firstStart: '2026-03-08T03:00:00.000Z',
  },
];

const { db, us } = await openCompany();

beforeAll(async () => {
  await db.sql`update employees set employee_number = '1001', first_name = 'Ana', last_name = 'Ortiz', email = 'ana@example.com'
    where id = ${us.employee.employeeId}`;
});

/** Everything that imported time leaves anywhere but in the history and in the list of imports. */
async function traces() {
  const [row] = await db.sql`select
    (select jsonb_agg(to_jsonb(e)) from time_entries e) as entries,
    (select jsonb_agg(to_jsonb(b)) from time_entry_breaks b) as breaks,
    (select jsonb_agg(to_jsonb(w)) from work_totals w) as totals,
    (select jsonb_agg(to_jsonb(s)) from private.work_sums s where s.seconds <> 0 or s.entries <> 0) as sums,
    (select jsonb_agg(to_jsonb(m)) from private.work_months m where m.seconds <> 0 or m.entries <> 0) as months,
    (select count(*) from employees) as people, (select count(*) from projects) as projects,
    (select count(*) from cost_codes) as codes`;
  return row;
}

test.each(PROGRAMS)(
  'a file of $program: every row has its result, and nothing is left after undoing',
  async ({ program, results, hours, firstStart }) => {
    const rows = SAMPLES[program] ?? [];
    const send = (dryRun: boolean) =>
      as(
        db.sql,
        us.manager,
        (tx) =>
          tx`select row_number, result, message, import_id from import_rows('time_entries', ${tx.json(rows as never)}, ${dryRun})`,
      );
    const words = (answers: Awaited<ReturnType<typeof send>>) =>
      answers.map(({ result, message }) => (message ? `${result} ${message}` : result));
    const before = await traces();
    expect(words(await send(true))).toEqual(results);
    expect(await traces()).toEqual(before);

    const saved = await send(false);
    expect(words(saved)).toEqual(results);
    const entries =
      await db.sql`select clock_in, extract(epoch from clock_out - clock_in)::float8 / 3600 as hours, source
      from time_entries where company_id = ${us.id} order by clock_in`;
    expect(entries.map((entry) => entry['hours'])).toEqual(hours);
    expect(entries[0]?.['clock_in'].toISOString()).toBe(firstStart);
    expect(new Set(entries.map((entry) => entry['source']))).toEqual(new Set(['import']));
    expect(await db.sql`select * from private.work_totals_differences()`).toEqual([]);

    await as(db.sql, us.manager, (tx) => tx`select from undo_import(${saved[0]?.['import_id']})`);
    expect(await traces()).toEqual(before);
    expect(await db.sql`select * from private.work_totals_differences()`).toEqual([]);
  },
);
