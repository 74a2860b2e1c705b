import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();

type Row = Readonly<Record<string, unknown>>;
type Who = Person | 'anon';

/** A Sunday; the company's week starts on Monday. */
const WEEK_END = '2026-03-15';
const row = (more: Row = {}): Row => ({
  employee_id: us.employee.employeeId,
  week_end: WEEK_END,
  gross_all: '1367.74',
  federal_tax: '120.00',
  other: [{ name: 'Safety boots', amount: 25 }],
  net: '1073.11',
  check_number: '4711',
  paid_on: '2026-03-20',
  ...more,
});
const journal = (who: Who, rows: readonly Row[], dryRun = true, source = 'adp') =>
  as(
    db.sql,
    who,
    (tx) =>
      tx`select row_number, employee_id, result, message, stored, import_id
        from import_payroll_journal(${source}, ${tx.json(rows as never)}, ${dryRun}, null, ${tx.json({ name: 'journal.csv' } as never)})`,
  );
const byServer = (rows: readonly Row[], companyId = us.id) =>
  db.sql`select row_number, employee_id, week_end::text, result, message from private.import_payroll_journal(${companyId}, 'adp', ${db.sql.json(rows as never)}) order by row_number`;
const results = (rows: readonly Row[]) =>
  rows.map(({ result, message }) => (message ? `${result} ${message}` : result));
const facts = async () =>
  (
    await db.sql`select employee_id, week_end::text, gross_all::text, net::text, check_number, paid_on::text, other from payroll_facts
      where company_id = ${us.id} order by week_end, gross_all`
  ).map((one) => ({ ...one }));
const differences = async () =>
  (
    await db.sql`select id, theirs, decision from payroll_fact_differences where company_id = ${us.id}`
  ).map((one) => ({ ...one }) as { id: string; theirs: Row; decision: string | null });
const decide = (who: Who, id: string, take: boolean, seen: unknown) =>
  as(
    db.sql,
    who,
    (tx) => tx`select decide_payroll_difference(${id}, ${take}, ${tx.json(seen as never)})`,
  );

beforeAll(async () => {
  await db.sql`update companies set week_start = 1, time_zone = 'America/Denver' where id in (${us.id}, ${them.id})`;
  await db.sql`update employees set external_ids = '{"adp_file_number": "000101"}' where id = ${us.employee.employeeId}`;
  await db.sql`update employees set external_ids = '{"adp_file_number": "000102"}' where id = ${us.colleague.employeeId}`;
});
beforeEach(async () => {
  await db.sql`delete from payroll_fact_differences`;
  await db.sql`delete from payroll_facts`;
});

describe('by file', () => {
  test('a second import of the same changes nothing, and a dry run nothing at all', async () => {
    expect(results(await journal(us.manager, [row()]))).toEqual(['new']);
    expect(await facts()).toEqual([]);
    expect(results(await journal(us.manager, [row()], false))).toEqual(['new']);
    const before = await facts();
    expect(before).toMatchObject([{ gross_all: '1367.74', net: '1073.11', check_number: '4711' }]);
    expect(results(await journal(us.manager, [row()], false))).toEqual(['same']);
    expect(await facts()).toEqual(before);
  });

  test('a gap is filled; a difference waits, beside what is stored, until somebody decides', async () => {
    await journal(us.manager, [row({ check_number: '' })], false);
    expect(results(await journal(us.manager, [row()], false))).toEqual(['more']);
    const other = row({ gross_all: '1400.00' });
    const [shown] = await journal(us.manager, [other], false);
    expect(shown).toMatchObject({ result: 'different', stored: { gross_all: 1367.74 } });
    expect(await facts()).toMatchObject([{ gross_all: '1367.74', check_number: '4711' }]);
    expect(await differences()).toMatchObject([{ theirs: { gross_all: 1400 }, decision: null }]);
    // Decided on something that has changed since: nothing moves.
    const stale = { ...(shown?.['stored'] as Row), gross_all: 1 };
    await expect(
      journal(us.manager, [{ ...other, decision: 'take', seen: stale }], false),
    ).rejects.toMatchObject({ hint: 'journal_changed' });
    expect(await facts()).toMatchObject([{ gross_all: '1367.74' }]);
    await journal(us.manager, [{ ...other, decision: 'take', seen: shown?.['stored'] }], false);
    expect(await facts()).toMatchObject([{ gross_all: '1400.00' }]);
    expect(await differences()).toEqual([]);
  });

  test('what was decided to stay is not asked again, another figure is', async () => {
    await journal(us.manager, [row()], false);
    const other = row({ net: '1000.00' });
    await journal(us.manager, [{ ...other, decision: 'keep' }], false);
    expect(results(await journal(us.manager, [other]))).toEqual(['kept']);
    expect(results(await journal(us.manager, [row({ net: '1001.00' })]))).toEqual(['different']);
    expect(await facts()).toMatchObject([{ net: '1073.11' }]);
  });

  test('all or nothing: one wrong line and nothing is stored', async () => {
    const good = row({ employee_id: us.colleague.employeeId });
    for (const bad of [
      row({ week_end: '2026-03-14' }),
      row({ employee_id: them.employee.employeeId }),
      row({ gross_all: '-1' }),
      row({ gross_all: 'much' }),
      row({ employee_id: '', worker_id: 'nobody' }),
    ])
      await expect(journal(us.manager, [good, bad], false)).rejects.toMatchObject({
        hint: 'journal_changed',
      });
    expect(await facts()).toEqual([]);
    expect(results(await journal(us.manager, [good, row({ week_end: '2026-03-14' })]))).toEqual([
      'new',
      'error fact_week_end_wrong',
    ]);
  });

  test('an import is taken back as a whole', async () => {
    await journal(us.manager, [row({ gross_all: '1.00', net: '1.00' })], false);
    const [known] = await journal(us.manager, [row()]);
    const [done] = await journal(
      us.manager,
      [
        row({ decision: 'take', seen: known?.['stored'] }),
        row({ employee_id: us.colleague.employeeId }),
      ],
      false,
    );
    expect(await facts()).toHaveLength(2);
    const id = String(done?.['import_id']);
    await as(db.sql, us.manager, (tx) => tx`select * from undo_import(${id})`);
    expect(await facts()).toMatchObject([{ gross_all: '1.00', net: '1.00' }]);
  });
});

describe('pay periods that are no week', () => {
  const period = (start: string, end: string, more: Row = {}): Row => {
    const { week_end: _, ...rest } = row();
    return { ...rest, period_start: start, period_end: end, paid_on: '2026-04-03', ...more };
  };
  const stored = async () =>
    (
      await db.sql`select period_start::text, week_end::text, gross_all::text from payroll_facts where company_id = ${us.id} order by week_end, period_start`
    ).map((one) => ({ ...one }));
  const payBy = (kind: string) =>
    db.sql`update companies set pay_period_kind = ${kind}, pay_period_anchor = '2026-03-02' where id = ${us.id}`;
  afterEach(() => payBy('weekly'));

  test.each([
    ['biweekly', '2026-03-02', '2026-03-15'],
    ['semimonthly', '2026-03-16', '2026-03-31'],
    ['monthly', '2026-03-01', '2026-03-31'],
  ])('a company that pays %s imports its own periods, once', async (kind, start, end) => {
    await payBy(kind);
    expect(results(await journal(us.manager, [period(start, end)], false))).toEqual(['new']);
    expect(await stored()).toEqual([{ period_start: start, week_end: end, gross_all: '1367.74' }]);
    expect(results(await journal(us.manager, [period(start, end)], false))).toEqual(['same']);
    const other = period(start, end, { gross_all: '1400.00' });
    const [shown] = await journal(us.manager, [other], false);
    expect(shown).toMatchObject({ result: 'different', stored: { gross_all: 1367.74 } });
    const [waiting] = await differences();
    await decide(us.manager, String(waiting?.id), true, shown?.['stored']);
    expect(await stored()).toEqual([{ period_start: start, week_end: end, gross_all: '1400.00' }]);
    // By API as well; a day more or less is nobody's period.
    expect(results(await byServer([{ ...other, employee_id: us.employee.employeeId }]))).toEqual([
      'same',
    ]);
    const short = `2026-03-${Number(end.slice(-2)) - 1}`;
    for (const wrong of [period(start, short), period(end, start)])
      expect(results(await byServer([wrong]))).toEqual(['error journal_period_long']);
  });

  test('a week and the two weeks it is part of stand side by side; certified payrolls read the week', async () => {
    await payBy('biweekly');
    await journal(us.manager, [row({ paid_on: '2026-03-20' })], false);
    await journal(us.manager, [period('2026-03-02', WEEK_END, { gross_all: '2600.00' })], false);
    expect(await stored()).toEqual([
      { period_start: '2026-03-02', week_end: WEEK_END, gross_all: '2600.00' },
      { period_start: null, week_end: WEEK_END, gross_all: '1367.74' },
    ]);
    const certified =
      await db.sql`select gross_all::text from private.certified_facts(${us.id}, ${WEEK_END})`;
    expect(certified.map((one) => one['gross_all'])).toEqual(['1367.74']);
    const compared = (start: string | null) =>
      as(
        db.sql,
        us.manager,
        (tx) => tx`select their_gross::text from payroll_facts_compared(${WEEK_END}, ${start})
          where fact_id is not null`,
      );
    expect(await compared(null)).toMatchObject([{ their_gross: '1367.74' }]);
    expect(await compared('2026-03-02')).toMatchObject([{ their_gross: '2600.00' }]);
  });

  test('nobody types a period that the company does not have', async () => {
    await payBy('biweekly');
    const insert = (start: string, end: string) =>
      as(
        db.sql,
        us.manager,
        (tx) =>
          tx`insert into payroll_facts (employee_id, period_start, week_end, net) values (${us.employee.employeeId}, ${start}, ${end}, 1)`,
      );
    await expect(insert('2026-03-02', '2026-03-14')).rejects.toMatchObject({
      hint: 'fact_period_wrong',
    });
    await expect(insert('2026-03-09', '2026-03-22')).rejects.toMatchObject({
      hint: 'fact_period_wrong',
    });
    expect(await stored()).toEqual([]);
    await insert('2026-03-02', '2026-03-15');
    expect(await stored()).toHaveLength(1);
  });
});

describe('by API', () => {
  test('people by their number in the payroll system, never by name; checks of a week are added up once', async () => {
    const check = (more: Row): Row => ({
      worker_id: '101',
      period_start: '2026-03-09',
      period_end: '2026-03-13',
      paid_on: '2026-03-20',
      gross_all: 1000,
      net: 800,
      check_number: '1',
      other: [{ name: 'Dues', amount: 10 }],
      ...more,
    });
    const bonus = check({ gross_all: 100.05, net: 90, check_number: '2' });
    const rows = [
      check({}),
      check({}),
      bonus,
      check({ worker_id: 'Ana Ortiz' }),
      check({ worker_id: '102', period_start: '2026-03-01' }),
    ];
    expect(results(await byServer(rows))).toEqual(['new', 'unknown', 'error journal_period_long']);
    expect(await facts()).toEqual([
      {
        employee_id: us.employee.employeeId,
        week_end: WEEK_END,
        gross_all: '1100.05',
        net: '890.00',
        check_number: '1, 2',
        paid_on: '2026-03-20',
        other: [{ name: 'Dues', amount: 20 }],
      },
    ]);
    expect(results(await byServer(rows))[0]).toBe('same');
    expect(results(await byServer([check({ gross_all: 5 })]))).toEqual(['different']);
    expect(await differences()).toMatchObject([{ theirs: { gross_all: 5 } }]);
    expect(results(await byServer([check({})], them.id))).toEqual(['unknown']);
  });

  test('two people with one number are nobody', async () => {
    await db.sql`update employees set external_ids = '{"adp_file_number": "101"}' where id = ${us.colleague.employeeId}`;
    expect(results(await byServer([row({ employee_id: null, worker_id: '000101' })]))).toEqual([
      'unknown',
    ]);
    await db.sql`update employees set external_ids = '{"adp_file_number": "000102"}' where id = ${us.colleague.employeeId}`;
  });
});

describe('deciding later', () => {
  const waiting = async () => {
    await journal(us.manager, [row()], false);
    const [shown] = await journal(us.manager, [row({ gross_all: '1.00' })], false);
    const [difference] = await differences();
    return { id: difference?.id ?? '', seen: shown?.['stored'] as Row };
  };

  test('takes what the journal says, or leaves what is stored, as it was seen', async () => {
    const { id, seen } = await waiting();
    await expect(decide(us.manager, id, true, { ...seen, net: 0 })).rejects.toMatchObject({
      hint: 'changed_meanwhile',
    });
    await decide(us.manager, id, false, seen);
    expect(await differences()).toMatchObject([{ decision: 'keep' }]);
    await decide(us.manager, id, true, seen);
    expect(await facts()).toMatchObject([{ gross_all: '1.00', net: '1073.11' }]);
    expect(await differences()).toEqual([]);
    await expect(decide(us.manager, id, true, seen)).rejects.toMatchObject({ hint: 'not_found' });
  });

  test('without facts there is nothing to differ from', async () => {
    await waiting();
    await as(db.sql, us.manager, (tx) => tx`delete from payroll_facts`);
    expect(await differences()).toEqual([]);
  });

  test('is for managers of the company', async () => {
    const { id, seen } = await waiting();
    const before = await differences();
    for (const who of [us.employee, us.foreman, us.deactivated, them.owner])
      await expect(decide(who, id, true, seen)).rejects.toThrow();
    await expect(decide('anon', id, true, seen)).rejects.toMatchObject({ code: '42501' });
    for (const who of [us.employee, us.foreman, us.deactivated, them.owner])
      expect(await as(db.sql, who, (tx) => tx`select id from payroll_fact_differences`)).toEqual(
        [],
      );
    for (const who of [us.manager, us.owner])
      await expect(
        as(db.sql, who, (tx) => tx`update payroll_fact_differences set decision = null`),
      ).rejects.toMatchObject({ code: '42501' });
    expect(await differences()).toEqual(before);
    expect(await facts()).toMatchObject([{ gross_all: '1367.74' }]);
  });
});

test('a journal is imported by managers of the company, and nobody calls the function of the server', async () => {
  for (const who of [us.employee, us.foreman, us.deactivated])
    await expect(journal(who, [row()], false)).rejects.toMatchObject({ code: '42501' });
  await expect(journal('anon', [row()], false)).rejects.toMatchObject({ code: '42501' });
  await expect(journal(them.owner, [row()], false)).rejects.toMatchObject({
    hint: 'journal_changed',
  });
  for (const who of [us.owner, 'anon'] as const)
    await expect(
      as(
        db.sql,
        who,
        (tx) => tx`select * from private.import_payroll_journal(${us.id}, 'adp', '[]')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  expect(await facts()).toEqual([]);
});

test('nine digits are stored nowhere', async () => {
  const ssn = '123-45-6789';
  await byServer([row({ check_number: '123456789' })]);
  expect(await facts()).toMatchObject([{ check_number: '6789' }]);
  const wrong = row({ other: [{ name: ssn, amount: 1 }] });
  expect(results(await byServer([wrong]))).toEqual(['error nine_digits']);
  await expect(journal(us.manager, [wrong], false)).rejects.toMatchObject({ hint: 'nine_digits' });
  await expect(
    as(
      db.sql,
      us.manager,
      (tx) =>
        tx`select * from import_payroll_journal('adp', ${tx.json([row()] as never)}, false, null, ${tx.json({ name: `${ssn}.csv` } as never)})`,
    ),
  ).rejects.toMatchObject({ hint: 'nine_digits' });
  expect(JSON.stringify([await differences(), await facts()])).not.toContain('6789"}');
});
