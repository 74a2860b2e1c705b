import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { PayrollStage } from './payroll-stage.ts';
import { as, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();

type Row = Readonly<Record<string, unknown>>;
type Who = Person | 'anon';

/** A Sunday; the company's week starts on Monday. */
const WEEK_END = '2026-03-15';
const fact = (more: Row = {}): Row => ({
  employee_id: us.employee.employeeId,
  week_end: WEEK_END,
  gross_all: '1367.74',
  federal_tax: '120.00',
  state_tax: '45.00',
  fica: '84.80',
  medicare: '19.83',
  other: [{ name: 'Safety boots', amount: 25 }],
  net: '1073.11',
  check_number: '4711',
  paid_on: '2026-03-20',
  ...more,
});
const add = (who: Who, row: Row) =>
  as(
    db.sql,
    who,
    (tx) =>
      tx`insert into payroll_facts ${tx({ ...row, ...(row['other'] ? { other: tx.json(row['other'] as never) } : {}) } as never)} returning id`,
  );
const stored = async (companyId = us.id) =>
  (
    await db.sql`select count(*)::int as count from payroll_facts where company_id = ${companyId}`
  )[0]?.['count'];
const importRows = (who: Who, rows: readonly Row[], dryRun = true, file: Row = {}) =>
  as(
    db.sql,
    who,
    (tx) =>
      tx`select row_number, result, message, import_id from import_rows('payroll_facts', ${tx.json(rows as never)}, ${dryRun}, null, 1, ${tx.json(file as never)})`,
  );
const results = (rows: readonly Row[]) =>
  rows.map(({ result, message }) => (message ? `${result} ${message}` : result));

beforeAll(async () => {
  await db.sql`update companies set week_start = 1, time_zone = 'America/Denver' where id in (${us.id}, ${them.id})`;
  await db.sql`update employees set first_name = 'Ana', last_name = 'Ortiz' where id = ${us.employee.employeeId}`;
  await db.sql`update employees set first_name = 'Ben', last_name = 'Stone' where id = ${us.colleague.employeeId}`;
  await db.sql`update employees set first_name = 'Zoe', last_name = 'Quinn' where id = ${them.employee.employeeId}`;
});

describe('who', () => {
  test('managers write facts; the person reads their own, where pay is shown; nobody else reads or writes', async () => {
    const [row] = await add(us.manager, fact());
    const read = (who: Who) => as(db.sql, who, (tx) => tx`select id from payroll_facts`);
    expect(await read(us.manager)).toEqual([{ id: row?.['id'] }]);
    expect(await read(us.employee)).toEqual([{ id: row?.['id'] }]);
    for (const who of [us.colleague, us.foreman, us.deactivated, them.owner])
      expect(await read(who)).toEqual([]);
    await expect(read('anon')).rejects.toMatchObject({ code: '42501' });
    await db.sql`update companies set own_rate_visible = false where id = ${us.id}`;
    expect(await read(us.employee)).toEqual([]);
    expect(
      await as(
        db.sql,
        us.employee,
        (tx) => tx`select 1 from audit_events where entity = 'payroll_facts'`,
      ),
    ).toEqual([]);
    await db.sql`update companies set own_rate_visible = true where id = ${us.id}`;
    for (const who of [us.foreman, us.employee, us.deactivated])
      await expect(add(who, fact({ employee_id: us.colleague.employeeId }))).rejects.toMatchObject({
        code: '42501',
      });
    await expect(
      add(them.owner, fact({ employee_id: us.colleague.employeeId })),
    ).rejects.toMatchObject({ code: '23503' });
    for (const who of [us.foreman, us.employee, them.owner]) {
      await as(db.sql, who, (tx) => tx`update payroll_facts set net = 1`);
      await as(db.sql, who, (tx) => tx`delete from payroll_facts`);
    }
    expect(await db.sql`select net from payroll_facts where company_id = ${us.id}`).toEqual([
      { net: '1073.11' },
    ]);
  });

  test('people of another company get no facts here', async () => {
    await expect(
      add(us.manager, fact({ employee_id: them.employee.employeeId })),
    ).rejects.toMatchObject({ code: '23503' });
    expect(await stored(them.id)).toBe(0);
  });

  test('only managers compare', async () => {
    const compare = (who: Who) =>
      as(db.sql, who, (tx) => tx`select * from payroll_facts_compared(${WEEK_END})`);
    for (const who of [us.foreman, us.employee, us.deactivated])
      await expect(compare(who)).rejects.toMatchObject({ code: '42501' });
    await expect(compare('anon')).rejects.toMatchObject({ code: '42501' });
    expect(await compare(them.owner)).toEqual([]);
  });
});

describe('what', () => {
  const refused = async (more: Row, expected: Row) => {
    const before = await stored();
    await expect(
      add(us.manager, fact({ employee_id: us.colleague.employeeId, ...more })),
    ).rejects.toMatchObject(expected);
    expect(await stored()).toBe(before);
  };

  test('a week ends on the day the company’s weeks end, or those of a public contract', async () => {
    await refused({ week_end: '2026-03-14' }, { hint: 'fact_week_end_wrong' });
    await db.sql`insert into public_contracts (company_id, project_id, week_ends_on) values (${us.id}, ${us.project}, 6)`;
    await add(us.manager, fact({ employee_id: us.colleague.employeeId, week_end: '2026-03-14' }));
    await db.sql`delete from payroll_facts where week_end = '2026-03-14'`;
    await db.sql`delete from public_contracts where company_id = ${us.id}`;
    await refused({ week_end: '2099-01-04' }, { hint: 'fact_week_ahead' });
  });

  test('pay days outside the week and the year after it are refused', async () => {
    await refused({ paid_on: '2026-03-08' }, { hint: 'fact_paid_outside' });
    await refused({ paid_on: '2027-03-20' }, { hint: 'fact_paid_outside' });
  });

  test('amounts and deductions are what they say', async () => {
    await refused({ net: '-1' }, { constraint: 'payroll_facts_amounts' });
    await refused({ gross_all: 'NaN' }, {});
    for (const other of [
      [{ name: 'Boots' }],
      [{ name: '', amount: 1 }],
      [{ name: 'Boots', amount: -1 }],
      [{ name: 'Boots', amount: 0.001 }],
      [{ name: 'Boots', amount: '1' }],
      [{ name: 'Boots', amount: 1, note: 'x' }],
      ['Boots'],
    ])
      await refused({ other }, { hint: 'fact_deduction_wrong' });
    await refused({ other: {} }, { hint: 'fact_deduction_wrong' });
  });

  test('nine digits are in no text of it', async () => {
    for (const number of ['123456789', '123-45-6789', 'No. 123 45 6789'])
      await refused({ check_number: number }, { hint: 'nine_digits' });
    await refused({ other: [{ name: 'Levy 123-45-6789', amount: 1 }] }, { hint: 'nine_digits' });
    await expect(
      as(
        db.sql,
        us.manager,
        (tx) =>
          tx`insert into payroll_worker_ids (source, worker_key, employee_id) values ('adp', '123456789', ${us.employee.employeeId})`,
      ),
    ).rejects.toMatchObject({ hint: 'nine_digits' });
    await expect(
      importRows(us.manager, [], false, { name: 'Ortiz 123-45-6789.csv' }),
    ).rejects.toMatchObject({ hint: 'nine_digits' });
  });
});

describe('whom a payroll system means', () => {
  test('is remembered for managers only, and only for people of the company', async () => {
    const say = (who: Who, employeeId = us.employee.employeeId) =>
      as(
        db.sql,
        who,
        (tx) =>
          tx`insert into payroll_worker_ids (source, worker_key, employee_id) values ('paychex', ${randomUUID().slice(0, 4)}, ${employeeId}) returning id`,
      );
    await say(us.manager);
    for (const who of [us.foreman, us.employee, us.deactivated])
      await expect(say(who)).rejects.toMatchObject({ code: '42501' });
    for (const [who, whom] of [
      [them.owner, us.employee],
      [us.manager, them.employee],
    ] as const)
      await expect(say(who, whom.employeeId)).rejects.toMatchObject({ code: '23503' });
    for (const who of [us.foreman, us.employee, them.owner])
      expect(await as(db.sql, who, (tx) => tx`select id from payroll_worker_ids`)).toEqual([]);
  });
});

describe('an import', () => {
  const cells = (more: Row = {}): Row => ({
    employee: 'Ortiz, Ana',
    week_end: '2026-03-22',
    gross_all: '1000.00',
    federal_tax: '100.00',
    fica: '62.00',
    medicare: '14.50',
    other: '[{"name": "Union dues", "amount": 20.5}]',
    net: '803.00',
    check_number: '5001',
    paid_on: '2026-03-27',
    ...more,
  });

  test('saves what is right, says what is wrong with exactly the other lines, and is undone', async () => {
    const before = await stored();
    const rows = [
      cells(),
      cells({ employee: 'Zoe Quinn' }),
      cells({ employee: '', employee_id: them.employee.employeeId }),
      cells({ employee: 'Ben Stone', week_end: '2026-03-21' }),
      cells({ employee: 'Ben Stone', check_number: '123456789' }),
      cells({ employee: 'Ben Stone', other: '[{"name": "Boots"}]' }),
      cells({ employee: 'Ben Stone', net: 'much' }),
      cells({ employee: 'Ben Stone', other: '' }),
    ];
    const expected = [
      'new',
      'error import_employee_unknown',
      'error import_employee_unknown',
      'error fact_week_end_wrong',
      'error nine_digits',
      'error fact_deduction_wrong',
      'error import_value_wrong:net',
      'new',
    ];
    expect(results(await importRows(us.manager, rows))).toEqual(expected);
    expect(await stored()).toBe(before);
    const saved = await importRows(us.manager, rows, false, { name: 'journal.csv' });
    expect(results(saved)).toEqual(expected);
    expect(await stored()).toBe(before + 2);
    expect(results(await importRows(us.manager, [cells()]))).toEqual(['same']);
    expect(results(await importRows(us.manager, [cells({ net: '802.00' })]))).toEqual(['changed']);
    const undone = await as(
      db.sql,
      us.manager,
      (tx) => tx`select result from undo_import(${saved[0]?.['import_id']})`,
    );
    expect(undone.map(({ result }) => result)).toEqual(['removed', 'removed']);
    expect(await stored()).toBe(before);
  });

  test('puts back what it changed, unless somebody changed it since', async () => {
    const [{ import_id: id } = {}] = await importRows(
      us.manager,
      [cells({ week_end: WEEK_END, paid_on: '2026-03-20', net: '1.00' })],
      false,
    );
    expect(
      await db.sql`select net, other from payroll_facts where employee_id = ${us.employee.employeeId} and week_end = ${WEEK_END}`,
    ).toEqual([{ net: '1.00', other: [{ name: 'Union dues', amount: 20.5 }] }]);
    expect(await as(db.sql, us.manager, (tx) => tx`select result from undo_import(${id})`)).toEqual(
      [{ result: 'restored' }],
    );
    expect(
      await db.sql`select net, other from payroll_facts where employee_id = ${us.employee.employeeId} and week_end = ${WEEK_END}`,
    ).toEqual([{ net: '1073.11', other: [{ name: 'Safety boots', amount: 25 }] }]);
  });

  test('is for managers', async () => {
    for (const who of [us.foreman, us.employee, us.deactivated, 'anon'] as const)
      await expect(importRows(who, [cells()])).rejects.toMatchObject({ code: '42501' });
  });
});

describe('compared', async () => {
  const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
  const compare = async () =>
    (
      await as(
        db.sql,
        stage.owner,
        (tx) =>
          tx`select *, reason_week::text as reason_week from payroll_facts_compared(${WEEK_END})`,
      )
    ).map(({ employee_id, ...row }) => ({ ...row, id: employee_id }));
  const theirs = (employeeId: string, gross: number, more: Row = {}) =>
    db.sql`insert into payroll_facts ${db.sql({ company_id: stage.companyId, employee_id: employeeId, week_end: WEEK_END, gross_all: gross, ...more } as never)}`;
  const of = async (employeeId: string) => (await compare()).find(({ id }) => id === employeeId);

  test('A-14d: deductions and net of a week, and the same gross', async () => {
    const who = await stage.worker(30, { first: 'Dana', last: 'Cole' });
    await stage.days(who, ['8', '8', '8', '8', '8'], {});
    await db.sql`insert into payroll_facts (company_id, employee_id, week_end, gross_all, federal_tax, state_tax, fica, medicare, other, net)
      values (${stage.companyId}, ${who}, ${WEEK_END}, 1200, 120, 45, 84.8, 19.83, '[{"name": "Safety boots", "amount": 25}]', 905.37)`;
    expect(await of(who)).toMatchObject({
      our_gross: '1200.00',
      their_gross: '1200.00',
      difference: '0.00',
      reason: null,
      deductions: '294.63',
      net: '905.37',
      net_difference: '0.00',
      on_public_work: false,
    });
  });

  test('says who has none, and whom we do not know to have worked', async () => {
    const missing = await stage.worker(20);
    await stage.days(missing, ['8']);
    const idle = await stage.worker(20);
    await theirs(idle, 500);
    expect(await of(missing)).toMatchObject({
      their_gross: null,
      difference: null,
      reason: 'no_facts',
      deductions: null,
    });
    expect(await of(idle)).toMatchObject({
      our_gross: '0.00',
      difference: '500.00',
      reason: 'no_time',
    });
  });

  test('hours without a rate are not zero: what we pay is unknown, and so is the difference', async () => {
    const who = await stage.worker();
    await stage.days(who, ['8']);
    await theirs(who, 240);
    expect(await of(who)).toMatchObject({
      our_gross: null,
      their_gross: '240.00',
      difference: null,
      reason: 'no_rate',
    });
  });

  test('recognizes another week, two weeks, a reimbursement, cash in lieu, the premium and cents', async () => {
    const project = await stage.project();
    await db.sql`insert into public_contracts (company_id, project_id) values (${stage.companyId}, ${project})`;
    const make = async (
      gross: number,
      lengths: string[],
      before: string[] = [],
      more: Row = {},
    ) => {
      const who = await stage.worker(20);
      await stage.days(who, lengths, { project });
      if (before.length > 0) await stage.days(who, before, { monday: '2026-03-02' });
      await theirs(who, gross, more);
      return who;
    };
    const otherWeek = await make(160, ['9'], ['8']);
    const twoWeeks = await make(340, ['9'], ['8']);
    const repaid = await make(185, ['8'], [], { reimbursement: 25 });
    const cash = await make(160, ['8']);
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, amount_cents)
      values (${stage.companyId}, ${cash}, '2026-03-09', 'FRINGE_CASH', 10000)`;
    const premium = await make(1000, ['10', '10', '10', '10', '10']);
    const cents = await make(160.02, ['8']);
    const unknown = await make(123.45, ['8']);
    const mileage = await stage.worker(20);
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, amount_cents)
      values (${stage.companyId}, ${mileage}, '2026-03-09', 'MILEAGE', 4000)`;
    expect(await of(otherWeek)).toMatchObject({
      reason: 'another_week',
      reason_week: '2026-03-08',
      difference: '-20.00',
      on_public_work: true,
    });
    expect(await of(twoWeeks)).toMatchObject({ reason: 'two_weeks', reason_week: '2026-03-08' });
    expect(await of(repaid)).toMatchObject({ reason: 'reimbursement', difference: '25.00' });
    expect(await of(cash)).toMatchObject({
      reason: 'fringe_cash',
      our_gross: '260.00',
      difference: '-100.00',
    });
    expect(await of(premium)).toMatchObject({ reason: 'premium', difference: '-100.00' });
    expect(await of(cents)).toMatchObject({ reason: 'rounding', difference: '0.02' });
    expect(await of(unknown)).toMatchObject({ reason: null, difference: '-36.55' });
    expect(await of(mileage)).toBeUndefined();
  });
});
