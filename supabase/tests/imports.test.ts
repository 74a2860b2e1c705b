import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();

beforeAll(async () => {
  await db.sql`update companies set time_zone = 'America/New_York' where id = ${us.id}`;
  await db.sql`update employees set employee_number = '1001', first_name = 'Ana', last_name = 'Ortiz' where id = ${us.employee.employeeId}`;
});

type Row = Readonly<Record<string, unknown>>;
interface Result {
  readonly row_number: number;
  readonly result: string;
  readonly message: string | null;
  readonly import_id: string | null;
}

const importRows = (
  who: Pick<Person, 'userId'> | 'anon',
  list: string,
  rows: readonly Row[],
  {
    dryRun = true,
    id = null,
    first = 1,
  }: { dryRun?: boolean; id?: string | null; first?: number } = {},
) =>
  as(
    db.sql,
    who,
    (tx) =>
      tx<
        Result[]
      >`select * from import_rows(${list}, ${tx.json(rows as never)}, ${dryRun}, ${id}, ${first})`,
  );
const save = (list: string, rows: readonly Row[], id: string | null = null) =>
  importRows(us.manager, list, rows, { dryRun: false, id });
const undo = (id: string, limit: number | null = null, who: Person = us.manager) =>
  as(db.sql, who, (tx) => tx`select * from undo_import(${id}, ${limit})`);
const words = (results: readonly Result[]) =>
  results.map(({ result, message }) => (message ? `${result} ${message}` : result));
const importId = (results: readonly Result[]) => results[0]?.import_id ?? '';

/** Every figure that time leaves behind. */
async function figures() {
  const [row] = await db.sql`select
    (select coalesce(jsonb_agg(to_jsonb(w) order by w.employee_id, w.work_date, w.project_id, w.cost_code_id), '[]')
      from work_totals w where w.company_id = ${us.id} and w.entries + w.seconds > 0) as totals,
    (select count(*) from time_entries e where e.company_id = ${us.id}) as entries,
    (select count(*) from time_entry_breaks b where b.company_id = ${us.id}) as breaks`;
  return row;
}

const worked = (day: string, from = '07:00', to = '15:30', more: Row = {}): Row => ({
  employee_number: '1001',
  project: 'Harbor Point',
  clock_in: `${day}T${from}:00`,
  clock_out: `${day}T${to}:00`,
  ...more,
});

describe('time entries', () => {
  test('a dry run says what will happen and leaves nothing', async () => {
    const before = await figures();
    const rows = [
      worked('2026-03-02'),
      worked('2026-03-02', '12:00', '13:00'),
      worked('2026-03-03', '07:00', '15:30', { employee_number: '9' }),
      worked('2026-03-03', '07:00', '15:30', { project: 'Nowhere' }),
      worked('2026-03-03', '07:00', '15:30', { cost_code: '99' }),
      worked('2026-03-03', '15:30', '07:00'),
      worked('03/03/2026'),
      worked('2026-02-30'),
      { project: 'Harbor Point' },
      'not a row',
      {
        ...worked('2026-03-03', '07:00', '15:30', { project: 'Nowhere', cost_code: '99' }),
        clock_in: 'banana',
        break_minutes: 'long',
      },
    ];
    const results = await importRows(us.manager, 'time_entries', rows as Row[]);
    expect(words(results)).toEqual([
      'new',
      'error time_overlap',
      'error import_employee_unknown',
      'error import_project_unknown',
      'error import_cost_code_unknown',
      'error end_before_start',
      'error import_time_wrong:start,import_time_wrong:end',
      'error import_time_wrong:start,import_time_wrong:end',
      'error import_employee_missing',
      'error row_not_understood',
      'error import_project_unknown,import_cost_code_unknown,import_time_wrong:start,import_break_wrong',
    ]);
    expect(results.map(({ row_number }) => row_number)).toEqual(rows.map((_, index) => index + 1));
    expect(results.every(({ import_id }) => import_id === null)).toBe(true);
    expect(await figures()).toEqual(before);
    expect(await db.sql`select from imports where company_id = ${us.id}`).toHaveLength(0);
  });

  test('saves the good rows with totals and audit, and undoes them without trace', async () => {
    const before = await figures();
    const results = await save('time_entries', [
      worked('2026-03-02', '07:00', '15:30', {
        break_minutes: '30',
        cost_code: '06 10 00',
        notes: 'Forms',
      }),
      worked('2026-03-02', '12:00', '13:00'),
      worked('2026-03-03', '22:00', '23:00'),
    ]);
    expect(words(results)).toEqual(['new', 'error time_overlap', 'new']);
    const totals =
      await db.sql`select work_date::text, seconds, unpaid_break_seconds from work_totals
      where company_id = ${us.id} and work_date between '2026-03-01' and '2026-03-31' order by 1`;
    expect(totals.map((row) => ({ ...row }))).toEqual([
      { work_date: '2026-03-02', seconds: 8 * 3600, unpaid_break_seconds: 1800 },
      { work_date: '2026-03-03', seconds: 3600, unpaid_break_seconds: 0 },
    ]);
    const [kept] = await db.sql`select * from imports where id = ${importId(results)}`;
    expect(kept).toMatchObject({
      list: 'time_entries',
      new_rows: 2,
      error_rows: 1,
      undone_at: null,
    });
    expect(kept?.['totals_after'].seconds - kept?.['totals_before'].seconds).toBe(9 * 3600);
    const sources = await db.sql`select distinct source from audit_events
      where company_id = ${us.id} and entity = 'time_entries' and (after ->> 'work_date')::date = '2026-03-02'`;
    expect(sources.map((row) => row['source'])).toEqual(['import']);

    const undone = await undo(importId(results));
    expect(undone.map((row) => row['result'])).toEqual(['removed', 'removed']);
    expect(await figures()).toEqual(before);
    const [after] =
      await db.sql`select undone_at, undone_by, totals_before = totals_after as equal from imports where id = ${importId(results)}`;
    expect(after).toMatchObject({ undone_by: us.manager.userId, equal: true });
    expect(after?.['undone_at']).not.toBeNull();
    expect(await undo(importId(results))).toHaveLength(0);
  });

  test('a part that is sent again writes nothing again, also under another import', async () => {
    const id = randomUUID();
    const rows = [worked('2026-03-04'), worked('2026-03-05')];
    expect(words(await save('time_entries', rows, id))).toEqual(['new', 'new']);
    expect(words(await save('time_entries', rows, id))).toEqual(['new', 'new']);
    expect(
      words(
        await importRows(us.manager, 'time_entries', [worked('2026-03-06')], {
          dryRun: false,
          id,
          first: 3,
        }),
      ),
    ).toEqual(['new']);
    expect(words(await save('time_entries', rows))).toEqual(['same', 'same']);
    const [kept] = await db.sql`select new_rows, same_rows from imports where id = ${id}`;
    expect(kept).toMatchObject({ new_rows: 3, same_rows: 0 });
    const parts = [await undo(id, 2), await undo(id, 2)].map((rows) => rows.length);
    expect(parts).toEqual([2, 1]);
    expect(
      (await db.sql`select undone_at from imports where id = ${id}`)[0]?.['undone_at'],
    ).not.toBeNull();
    await expect(save('time_entries', rows, id)).rejects.toMatchObject({ hint: 'import_closed' });
  });

  test('both clock changes: skipped hours are refused, repeated ones need the duration or an offset', async () => {
    const night = (inWord: string, outWord: string, more: Row = {}) => ({
      employee: 'Ana Ortiz',
      clock_in: inWord,
      clock_out: outWord,
      ...more,
    });
    const results = await importRows(us.manager, 'time_entries', [
      night('2026-03-08T02:30', '2026-03-08T05:00'),
      night('2026-03-07T22:00', '2026-03-08T06:00', { duration_minutes: '420' }),
      night('2025-11-02T01:30', '2025-11-02T05:00'),
      night('2025-11-02T01:30', '2025-11-02T05:00', { duration_minutes: '270' }),
      night('2025-11-01T01:30-04:00', '2025-11-01T05:00-04:00'),
      night('2026-04-01T08:00', '2026-04-01T09:00', { time_zone: 'Mars/Olympus' }),
      night('2026-04-01T08:00', '2026-04-01T09:00', { time_zone: 'PST' }),
    ]);
    expect(words(results)).toEqual([
      'error import_time_skipped',
      'new',
      'error import_time_twice',
      'new',
      'new',
      'error import_zone_unknown',
      'error import_zone_unknown',
    ]);
    const saved = await save('time_entries', [
      night('2026-03-07T22:00', '2026-03-08T06:00'),
      night('2025-11-02T01:30', '2025-11-02T05:00', { duration_minutes: '270' }),
      night('2026-04-01T08:00', '2026-04-01T09:00', { time_zone: 'America/Los_Angeles' }),
    ]);
    const entries =
      await db.sql`select extract(epoch from clock_out - clock_in)::int as seconds, clock_in
      from time_entries where company_id = ${us.id} and source = 'import' order by clock_in`;
    expect(entries.map((row) => row['seconds'])).toEqual([270 * 60, 7 * 3600, 3600]);
    expect(entries[2]?.['clock_in'].toISOString()).toBe('2026-04-01T15:00:00.000Z');
    await undo(importId(saved));
  });

  test('changes what was imported before, and puts it back', async () => {
    const first = await save('time_entries', [
      worked('2026-03-09', '07:00', '15:00', { break_minutes: '30' }),
    ]);
    const before = await figures();
    const second = await save('time_entries', [
      worked('2026-03-09', '07:00', '16:00', { notes: 'Corrected', breaks: '[]' }),
    ]);
    expect(words(second)).toEqual(['changed']);
    expect(await figures()).not.toEqual(before);
    expect((await undo(importId(second))).map((row) => row['result'])).toEqual(['restored']);
    expect(await figures()).toEqual(before);
    await undo(importId(first));
  });

  test('keeps what was changed or approved since, and says so', async () => {
    const saved = await save('time_entries', [
      worked('2026-03-10'),
      worked('2026-03-11'),
      worked('2026-03-12'),
    ]);
    await as(db.sql, us.manager, async (tx) => {
      await tx`update time_entries set notes = 'by hand' where company_id = ${us.id} and work_date = '2026-03-10'`;
      await tx`insert into cost_codes (code, name) values ('50', 'Later')`;
    });
    await db.sql`insert into approvals (company_id, employee_id, work_date) values (${us.id}, ${us.employee.employeeId}, '2026-03-11')`;
    const undone = await undo(importId(saved));
    expect(undone.map((row) => [row['row_number'], row['result'], row['message']])).toEqual([
      [3, 'removed', null],
      [2, 'kept', 'time_approved'],
      [1, 'kept', 'import_changed_since'],
    ]);
    const [open] = await db.sql`select undone_at from imports where id = ${importId(saved)}`;
    expect(open?.['undone_at']).toBeNull();
  });

  test('a part is written as a set and undone as a set; what is wrong in it takes nothing along', async () => {
    await db.sql`create table private.statements (kind text)`;
    await db.sql`grant all on private.statements to authenticated`;
    await db.sql`create function private.note_statement() returns trigger language plpgsql as $$
      begin insert into private.statements values (tg_table_name || ' ' || tg_op); return null; end $$`;
    await db.sql`create trigger note_statement after insert or delete on time_entries for each statement execute function private.note_statement()`;
    const statements = async () =>
      (await db.sql`delete from private.statements returning kind`).map((row) => row['kind']);
    const rows = Array.from({ length: 50 }, (_, day) =>
      worked(new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10), '07:00', '15:30', {
        break_minutes: day % 3 === 0 ? '30' : '',
      }),
    );
    const before = await figures();
    const all = await save('time_entries', rows);
    expect(new Set(words(all))).toEqual(new Set(['new']));
    expect(await statements()).toEqual(['time_entries INSERT']);
    expect(await db.sql`select * from private.work_totals_differences()`).toEqual([]);
    expect(await undo(importId(all))).toHaveLength(50);
    expect(await statements()).toEqual(['time_entries DELETE']);
    expect(await figures()).toEqual(before);

    // The lock of a period is a rule that only the writing finds out.
    await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at, locked_by)
      values (${us.id}, '2024-02-12', '2024-02-18', 'locked', now(), ${us.owner.userId})`;
    const some = await save('time_entries', rows);
    const locked = (day: number) => day >= 42 && day <= 48;
    expect(words(some)).toEqual(
      rows.map((_, day) => (locked(day) ? 'error period_locked' : 'new')),
    );
    await db.sql`delete from private.statements`;
    await db.sql`insert into approvals (company_id, employee_id, work_date) values (${us.id}, ${us.employee.employeeId}, '2024-01-03')`;
    const undone = await undo(importId(some));
    expect(
      undone.filter((row) => row['result'] !== 'removed').map((row) => row['row_number']),
    ).toEqual([3]);
    expect(undone.map((row) => row['row_number'])).toEqual(
      rows.flatMap((_, day) => (locked(day) ? [] : [day + 1])).reverse(),
    );
    await db.sql`drop trigger note_statement on time_entries`;
  });

  test('as a set or row by row, every row comes out the same', async () => {
    await save('projects', [
      { name: 'Pier 1', number: '77' },
      { name: 'Twin' },
      { number: 'T2', name: 'twins' },
    ]);
    await db.sql`update projects set time_zone = 'America/Chicago' where company_id = ${us.id} and name = 'Pier 1'`;
    await save('time_entries', [worked('2025-06-02'), worked('2025-06-04', '07:00', '12:00')]);
    const known = (
      await db.sql`select id from time_entries where company_id = ${us.id} and work_date = '2025-06-04'`
    )[0]?.['id'];
    const rows: unknown[] = [
      worked('2025-06-02'),
      worked('2025-06-02', '07:00', '16:00'),
      worked('2025-06-02', '15:00', '17:00'),
      worked('2025-06-03'),
      worked('2025-06-03', '15:30', '17:00', { project: '77' }),
      worked('2025-06-03', '16:00', '16:30'),
      worked('2025-06-04', '13:00', '14:00', { id: known }),
      worked('2025-06-05', '07:00', '08:00', { id: 'not an id' }),
      worked('2025-06-05', '08:00', '09:00', { break_minutes: '90' }),
      worked('2025-06-05', '09:00', '10:00', { breaks: '{"not": "a list"' }),
      worked('2025-06-05', '10:00', '12:00', {
        breaks: '[{"started_at": "2025-06-05T15:00:00Z", "ended_at": "2025-06-05T15:30:00Z"}]',
      }),
      worked('2025-06-05', '12:00', '13:00', { meal_waived: 'perhaps' }),
      worked('2025-06-05', '13:00', '14:00', { meal_waived: 'yes', time_zone: 'Nowhere/Land' }),
      worked('2025-06-05', '14:00', '15:00', { time_zone: 'America/Denver' }),
      worked('2025-11-02', '01:30', '05:00'),
      worked('2025-11-02', '06:00', '07:00', { duration_minutes: '60' }),
      worked('2025-03-09', '02:30', '05:00'),
      worked('2025-06-06', '07:00', '15:00', { employee_number: '', employee: 'ortiz, ana' }),
      worked('2025-06-07', '07:00', '15:00', { employee_number: '404', email: us.employee.email }),
      worked('2025-06-08', '07:00', '15:00', { employee_number: '404' }),
      worked('2025-06-09', '07:00', '15:00', { employee_id: us.colleague.employeeId }),
      worked('2025-06-09', '08:00', '09:00', { employee_id: us.colleague.employeeId }),
      worked('2025-06-10', '07:00', '15:00', { project: 'no such' }),
      worked('2025-06-11', '07:00', '15:00', { cost_code: '06 10 00 Rough carpentry' }),
      worked('2025-06-12', '07:00', '15:00', { employee_id: them.employee.employeeId }),
      worked('2999-01-01'),
      worked('2025-06-31'),
      'not a row',
      {},
    ];
    const outcome = async (way: 'set' | 'rows') => {
      let found: unknown;
      await as(db.sql, us.manager, async (tx) => {
        await tx`select set_config('chalkline.source', 'import', true), set_config('chalkline.reason', 'Import', true)`;
        const given = tx.json(rows as never);
        const numbers = rows.map((_, index) => index + 1);
        const results =
          way === 'set'
            ? await tx`select row_number, result, message from import_rows('time_entries', ${given}, false)`
            : await tx`select p.row_number, p.result, p.message from private.import_lists() l,
                private.import_part(${us.id}, l, ${given}, null, ${numbers}) p
                where l.list = 'time_entries' order by 1`;
        const entries =
          await tx`select employee_id, clock_in, clock_out, project_id, cost_code_id, notes, meal_waived, source, work_date,
            private.entry_with_breaks(company_id, id) -> 'breaks' as breaks
          from time_entries where work_date between '2025-01-01' and '2025-12-31' order by employee_id, clock_in`;
        const totals =
          await tx`select employee_id, work_date, project_id, cost_code_id, seconds, unpaid_break_seconds, entries
          from work_totals where work_date between '2025-01-01' and '2025-12-31' and entries > 0 order by 1, 2, 3, 4`;
        found = { results: words(results as never), entries, totals };
        throw new Error('taken back');
      }).catch((error) => {
        if ((error as Error).message !== 'taken back') throw error;
      });
      return found as { results: string[] };
    };
    const [asSet, byRows] = [await outcome('set'), await outcome('rows')];
    expect(asSet).toEqual(byRows);
    expect(asSet.results.filter((word) => word === 'new').length).toBeGreaterThan(8);
  });

  test('time of archived projects and codes comes in, the clock stays closed there', async () => {
    const [old] =
      await db.sql`insert into projects (company_id, name, archived_at) values (${us.id}, 'Long over', now()) returning id`;
    await db.sql`insert into cost_codes (company_id, code, name, active) values (${us.id}, 'OLD', 'Old', false)`;
    const rows = [
      worked('2026-03-20', '07:00', '09:00', { project: 'Long over', cost_code: 'OLD' }),
    ];
    expect(words(await importRows(us.manager, 'time_entries', rows))).toEqual(['new']);
    await expect(
      as(db.sql, us.employee, (tx) => tx`select clock_in(project_id_param => ${old?.['id']})`),
    ).rejects.toMatchObject({ hint: 'project_not_active' });
  });

  test('a week later it stays', async () => {
    const saved = await save('time_entries', [worked('2026-03-23')]);
    await db.sql`alter table imports disable trigger keep_creator`;
    await db.sql`update imports set created_at = now() - interval '8 days' where id = ${importId(saved)}`;
    await db.sql`alter table imports enable trigger keep_creator`;
    await expect(undo(importId(saved))).rejects.toMatchObject({ hint: 'import_undo_too_late' });
  });
});

describe('lists', () => {
  test('people with rates: new, changed by number, same, wrong', async () => {
    const rows = [
      {
        first_name: 'Bo',
        last_name: 'Lind',
        employee_number: '2001',
        role: 'capataz',
        rate: '31.50',
        rate_from: '2026-01-01',
      },
      { first_name: 'Cy', email: 'no-at' },
      { first_name: 'Di', last_name: 'Roe', role: 'owner' },
    ];
    expect(words(await importRows(us.manager, 'employees', rows))).toEqual([
      'new',
      'error email_without_at',
      'error owners_only',
    ]);
    const saved = await save('employees', rows.slice(0, 1));
    expect(words(saved)).toEqual(['new']);
    const [person] = await db.sql`select e.role, r.hourly_rate::text from employees e
      join employee_rates r on r.company_id = e.company_id and r.employee_id = e.id where e.company_id = ${us.id} and e.employee_number = '2001'`;
    expect(person).toMatchObject({ role: 'foreman', hourly_rate: '31.5000' });
    expect(words(await save('employees', rows.slice(0, 1)))).toEqual(['same']);
    const changed = await save('employees', [
      { employee_number: '2001', phone: '555 010 2000', rate: '33', rate_from: '2026-06-01' },
    ]);
    expect(words(changed)).toEqual(['changed']);
    expect((await undo(importId(changed))).map((row) => row['result'])).toEqual([
      'removed',
      'restored',
    ]);
    expect((await undo(importId(saved))).map((row) => row['result'])).toEqual([
      'removed',
      'removed',
    ]);
    expect(
      await db.sql`select from employees where company_id = ${us.id} and employee_number = '2001'`,
    ).toHaveLength(0);
  });

  test('projects, codes, machines, crews, holidays, budgets and quantities', async () => {
    expect(
      words(
        await save('projects', [
          { name: 'Pier 9', number: 'P9', status: 'completed', deadline: '2026-12-01' },
          { name: 'Pier 9', status: 'nonsense' },
          { name: 'Pier 10', deadline: '12/01/2026' },
        ]),
      ),
    ).toEqual(['new', 'error projects_status_known', 'error import_date_wrong:deadline']);
    expect(words(await save('projects', [{ number: 'p9', client: 'Port' }]))).toEqual(['changed']);
    expect(
      words(
        await save('cost_codes', [
          { code: '03', name: 'Concrete', unit: 'CY' },
          { code: '03', name: 'Concrete' },
        ]),
      ),
    ).toEqual(['new', 'same']);
    expect(
      words(await save('equipment_classes', [{ name: 'Lifts', operating_rate: '40' }])),
    ).toEqual(['new']);
    expect(
      words(
        await save('equipment', [
          { name: 'Lift 1', class: 'lifts' },
          { name: 'Lift 2', class: 'Cranes' },
        ]),
      ),
    ).toEqual(['new', 'error import_class_unknown']);
    expect(
      words(
        await save('crews', [
          { name: 'North', foreman: us.foreman.email },
          { name: 'South', foreman: 'Nobody' },
        ]),
      ),
    ).toEqual(['new', 'error import_foreman_unknown']);
    expect(
      words(await importRows(us.manager, 'holidays', [{ date: '2026-07-03', name: 'Day off' }])),
    ).toEqual(['error import_not_allowed']);
    expect(
      words(await importRows(us.owner, 'holidays', [{ date: '2026-07-03', name: 'Day off' }])),
    ).toEqual(['new']);
    const budget = await save('budget_lines', [
      { project: 'Pier 9', cost_code: '03', hours: '120', quantity: '10', unit: 'CY' },
    ]);
    expect(words(budget)).toEqual(['new']);
    const counted = await save('quantities', [
      { project: 'Pier 9', cost_code: '03', work_date: '2026-03-02', quantity: '4' },
    ]);
    expect(words(counted)).toEqual(['new']);
    expect((await undo(importId(counted))).map((row) => row['result'])).toEqual(['removed']);
    const [left] =
      await db.sql`select sum(quantity)::text as left from quantities where company_id = ${us.id}`;
    expect(left).toMatchObject({ left: '0.0000' });
    expect((await undo(importId(budget))).map((row) => row['result'])).toEqual(['removed']);
  });

  test('what is in use by now is kept when an import is undone', async () => {
    const saved = await save('projects', [{ name: 'Busy' }, { name: 'Quiet' }]);
    await save('time_entries', [worked('2026-03-25', '07:00', '08:00', { project: 'Busy' })]);
    expect((await undo(importId(saved))).map((row) => [row['result'], row['message']])).toEqual([
      ['removed', null],
      ['kept', 'import_in_use'],
    ]);
  });
});

test('everything that is wrong with a row is said at once, and absurd numbers are refused', async () => {
  const people = await importRows(us.manager, 'employees', [
    { first_name: '', email: 'no address', phone: '12', rate: '99999', role: 'king' },
  ]);
  expect(words(people)).toEqual([
    'error email_without_at,phone_too_short,rate_too_high,role_unknown',
  ]);
  const classes = await importRows(us.manager, 'equipment_classes', [
    { name: 'Crane', operating_rate: '9999999999', standby_rate: 'much' },
    { name: 'Lift', operating_rate: '185' },
  ]);
  expect(words(classes)).toEqual([
    'error number_too_large:operating_rate,import_value_wrong:standby_rate',
    'new',
  ]);
  expect(await db.sql`select from equipment_classes where name in ('Crane', 'Lift')`).toEqual([]);
});

describe('who may', () => {
  test('managers and owners only, and nobody for another company', async () => {
    const rows = [worked('2026-04-10')];
    for (const who of [us.employee, us.foreman, us.deactivated]) {
      await expect(importRows(who, 'time_entries', rows, { dryRun: false })).rejects.toMatchObject({
        code: '42501',
      });
    }
    await expect(importRows('anon', 'time_entries', rows)).rejects.toMatchObject({ code: '42501' });
    const theirs = [
      {
        ...worked('2026-04-10'),
        employee_number: '',
        employee_id: us.employee.employeeId,
        project: '',
        project_id: us.project,
      },
    ];
    expect(words(await importRows(them.owner, 'time_entries', theirs, { dryRun: false }))).toEqual([
      'error import_employee_unknown,import_project_unknown',
    ]);
    const saved = await save('time_entries', rows);
    await expect(undo(importId(saved), null, them.owner)).rejects.toMatchObject({
      hint: 'not_found',
    });
    await expect(undo(importId(saved), null, us.employee)).rejects.toMatchObject({ code: '42501' });
    expect(
      await as(db.sql, them.owner, (tx) => tx`select * from imports where id = ${importId(saved)}`),
    ).toHaveLength(0);
    expect(await as(db.sql, us.employee, (tx) => tx`select * from imports`)).toHaveLength(0);
    await undo(importId(saved));
  });

  test('unknown lists and too many rows are refused', async () => {
    await expect(importRows(us.manager, 'audit_events', [])).rejects.toMatchObject({
      hint: 'import_list_unknown',
    });
    const many = Array.from({ length: 1001 }, () => ({}));
    await expect(importRows(us.manager, 'projects', many)).rejects.toMatchObject({
      hint: 'import_too_large',
    });
  });
});
