import { beforeEach, describe, expect, test } from 'vitest';
import { AccountingStage, type Taken } from './accounting-stage.ts';
import { signedTicket } from './extra-work-stage.ts';
import { makeCompany, openDatabase } from './world.ts';

const db = await openDatabase();
const DAY = '2026-10-05';
let stage: AccountingStage;

beforeEach(async () => {
  stage = new AccountingStage(db.sql, await makeCompany(db.sql));
  await (await stage.connect('quickbooks_online', '2026-10-01', { billable: true })).mapAll();
});

const billTime = () =>
  db.sql`insert into billing_terms (company_id, project_id, bills_time) values (${stage.us.id}, ${stage.us.project}, true)`;
const rate = (amount: number, from = '2026-01-01') =>
  db.sql`insert into bill_rates (company_id, employee_id, rate, from_date) values (${stage.us.id}, ${stage.us.employee.employeeId}, ${amount}, ${from})`;
const billed = (rows: readonly Taken[]) =>
  rows.map(({ action, content }) => [
    action,
    content && content.hours * 60 + content.minutes,
    content?.billable ?? null,
    (content as { rate?: number } | null)?.rate ?? null,
  ]);
/** Eight hours of the day, approved. */
const work = async () => {
  const id = await stage.work(`${DAY}T12:00:00Z`, `${DAY}T20:00:00Z`);
  await stage.approve(DAY);
  return id;
};

test('time of a project that bills it is billable at the rate of the day; of another it is not', async () => {
  await rate(80);
  await rate(85.5, '2026-10-05');
  await work();
  expect(billed(await stage.sendAll())).toEqual([['create', 480, false, null]]);
  // Billable cannot be changed there: the one goes, the other comes.
  await billTime();
  expect(billed(await stage.sendAll())).toEqual([
    ['delete', null, null, null],
    ['create', 480, true, 85.5],
  ]);
  expect(await stage.take()).toEqual([]);
});

test('without a rate the day waits with its reason, and nothing of it is sent', async () => {
  await billTime();
  await work();
  expect(await stage.take()).toEqual([]);
  expect(await stage.days()).toMatchObject([
    {
      state: 'problem',
      problems: [{ code: 'bill_rate_missing', project_id: stage.us.project }],
    },
  ]);
  await rate(80);
  expect(billed(await stage.sendAll())).toEqual([['create', 480, true, 80]]);
});

describe('as paid, overtime has its own rate', () => {
  const WEEK = ['2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09'];
  const FRIDAY = '2026-10-09';
  beforeEach(async () => {
    await db.sql`update accounting_connections set settings = '{"billable": true, "hours": "paid"}' where id = ${stage.connection}`;
    await billTime();
    await rate(80);
  });
  /** Nine hours on five days: the last five of forty-five are overtime. */
  const workWeek = async () => {
    const entries = [];
    for (const day of WEEK) entries.push(await stage.work(`${day}T12:00:00Z`, `${day}T21:00:00Z`));
    await stage.approve('2026-10-05', FRIDAY);
    return entries;
  };
  const friday = (rows: readonly Taken[]) =>
    billed(rows.filter(({ content }) => content?.work_date === FRIDAY)).toSorted(
      ([, one], [, other]) => Number(one) - Number(other),
    );

  test('a day with both is two activities', async () => {
    await db.sql`update bill_rates set overtime_rate = 120 where company_id = ${stage.us.id}`;
    await workWeek();
    const taken = await stage.sendAll();
    expect(taken).toHaveLength(6);
    expect(friday(taken)).toEqual([
      ['create', 240, true, 80],
      ['create', 300, true, 120],
    ]);
    expect(await stage.take()).toEqual([]);
  });

  test('a missing rate for overtime is said as such, and only that day waits', async () => {
    await workWeek();
    expect(await stage.sendAll()).toHaveLength(4);
    expect((await stage.days()).filter(({ state }) => state === 'problem')).toMatchObject([
      {
        problems: [{ code: 'bill_rate_missing', project_id: stage.us.project, hours_kind: 'OT' }],
      },
    ]);
    await db.sql`update bill_rates set overtime_rate = 120 where company_id = ${stage.us.id}`;
    expect(friday(await stage.sendAll())).toHaveLength(2);
  });

  test('overtime of a ticket is billed with the ticket, the rest of the overtime here', async () => {
    await db.sql`update bill_rates set overtime_rate = 120 where company_id = ${stage.us.id}`;
    const [entry = ''] = (await workWeek()).slice(-1);
    const employee = stage.us.employee.employeeId;
    await signedTicket(
      db.sql,
      stage.us,
      [{ kind: 'labor', entry, employee, quantity: 2, hours: 'overtime' }],
      { day: FRIDAY },
    );
    expect(friday(await stage.sendAll())).toEqual([
      ['create', 120, false, null],
      ['create', 180, true, 120],
      ['create', 240, true, 80],
    ]);
  });

  test('hours of a ticket are not billed again because payroll calls them overtime', async () => {
    await db.sql`update bill_rates set overtime_rate = 120 where company_id = ${stage.us.id}`;
    const [entry = ''] = (await workWeek()).slice(-1);
    const employee = stage.us.employee.employeeId;
    await signedTicket(db.sql, stage.us, [{ kind: 'labor', entry, employee, quantity: 9 }], {
      day: FRIDAY,
    });
    expect(friday(await stage.sendAll())).toEqual([['create', 540, false, null]]);
  });
});

test('hours of a ticket are billed with the ticket', async () => {
  await billTime();
  await rate(80);
  const entry = await work();
  expect(billed(await stage.sendAll())).toEqual([['create', 480, true, 80]]);
  const employee = stage.us.employee.employeeId;
  await signedTicket(db.sql, stage.us, [{ kind: 'labor', entry, employee, quantity: 2.5 }], {
    day: DAY,
  });
  // Which of the two goes first is by their ids.
  const sent = billed(await stage.sendAll());
  expect(sent).toHaveLength(2);
  expect(sent).toEqual(
    expect.arrayContaining([
      ['create', 150, false, null],
      ['update', 330, true, 80],
    ]),
  );
});

test('what is on an invoice of ours is not billed there once more', async () => {
  await billTime();
  await rate(80);
  const entry = await work();
  await stage.sendAll();
  const [invoice] =
    await db.sql`insert into invoice_drafts (company_id, project_id, number, start_date, end_date, issued_on, due_on, content, net_amount, tax_amount, total_amount)
      values (${stage.us.id}, ${stage.us.project}, 1, ${DAY}, ${DAY}, ${DAY}, ${DAY}, '{}', 640, 0, 640) returning id`;
  await db.sql`insert into invoiced_time (company_id, invoice_id, employee_id, time_entry_id, work_date) values (${stage.us.id}, ${invoice?.['id']}, ${stage.us.employee.employeeId}, ${entry}, ${DAY})`;
  expect(billed(await stage.sendAll())).toEqual([
    ['delete', null, null, null],
    ['create', 480, false, null],
  ]);
});

test('nobody turned it on: nothing is billable, whatever the project says', async () => {
  await db.sql`update accounting_connections set settings = '{}' where id = ${stage.connection}`;
  await billTime();
  await rate(80);
  await work();
  expect(billed(await stage.sendAll())).toEqual([['create', 480, false, null]]);
});
