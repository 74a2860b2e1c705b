import { beforeEach, expect, test } from 'vitest';
import { AccountingStage } from './accounting-stage.ts';
import { makeCompany, openDatabase } from './world.ts';

const db = await openDatabase();
let stage: AccountingStage;
beforeEach(async () => {
  stage = new AccountingStage(db.sql, await makeCompany(db.sql));
});

/** Ten hours a day from 8:00 in New York. */
const tenHours = (date: string) => stage.work(`${date}T12:00:00Z`, `${date}T22:00:00Z`);
const WEEK = ['2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09'];

async function connectDesktop() {
  await stage.connect('quickbooks_desktop');
  const [row] = await db.sql`select private.accounting_lease(${stage.connection}) as leased`;
  stage.lease = row?.['leased'].lease;
  await stage.mapAll();
  await stage.read('payroll_item', ['Hourly', 'Overtime', 'Double']);
  await stage.map([
    { target: 'payroll_item', hours_kind: 'REG', record_id: stage.records.get('Hourly') },
    { target: 'payroll_item', hours_kind: 'OT', record_id: stage.records.get('Overtime') },
  ]);
}

const items = (taken: Awaited<ReturnType<typeof stage.take>>) =>
  taken.map(({ action, content }) => [
    action,
    content?.work_date,
    content?.payroll_item?.name,
    content && content.hours + content.minutes / 60,
  ]);

test('Desktop gets overtime by its payroll item, and a change on Monday moves it', async () => {
  await connectDesktop();
  const [monday] = await Promise.all([tenHours(WEEK[0] ?? '')]);
  for (const date of WEEK.slice(1)) await tenHours(date);
  await stage.approve(WEEK[0] ?? '', WEEK[4]);
  expect(items(await stage.sendAll())).toEqual([
    ...WEEK.slice(0, 4).map((date) => ['create', date, 'Hourly', 10]),
    ['create', WEEK[4], 'Overtime', 10],
  ]);
  // Two hours less on Monday: Friday has two regular hours.
  await stage.unapprove(WEEK[0] ?? '');
  await db.sql`update time_entries set clock_out = clock_out - interval '2 hours' where id = ${monday ?? ''}`;
  await stage.approve(WEEK[0] ?? '');
  expect(items(await stage.sendAll())).toEqual(
    expect.arrayContaining([
      ['update', WEEK[0], 'Hourly', 8],
      ['update', WEEK[4], 'Overtime', 8],
      ['create', WEEK[4], 'Hourly', 2],
    ]),
  );
});

test('hours without a payroll item stop the day', async () => {
  await connectDesktop();
  await stage.map([{ target: 'payroll_item', hours_kind: 'REG', record_id: null }]);
  await tenHours(WEEK[0] ?? '');
  await stage.approve(WEEK[0] ?? '');
  expect(await stage.days()).toMatchObject([
    { state: 'problem', problems: [{ code: 'hours_unmapped', hours_kind: 'REG' }] },
  ]);
});

test('ADP waits for the lock of the pay period and gets paid leave too', async () => {
  await stage.connect('adp');
  await stage.read('employee', ['Emp']);
  await stage.read('earning', ['Regular', 'Overtime', 'Vacation']);
  await stage.map([
    {
      target: 'person',
      employee_id: stage.us.employee.employeeId,
      record_id: stage.records.get('Emp'),
    },
    { target: 'payroll_item', hours_kind: 'REG', record_id: stage.records.get('Regular') },
    { target: 'payroll_item', hours_kind: 'PTO', record_id: stage.records.get('Vacation') },
  ]);
  await tenHours('2026-10-05');
  await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, minutes)
    values (${stage.us.id}, ${stage.us.employee.employeeId}, '2026-10-06', 'PTO', 480)`;
  await stage.approve('2026-10-05');
  expect(await stage.days()).toMatchObject([
    { work_date: '2026-10-05', state: 'waiting', problems: [{ code: 'not_locked' }] },
    { work_date: '2026-10-06', state: 'waiting', problems: [{ code: 'not_locked' }] },
  ]);
  const [period] = await stage.act(
    stage.us.owner,
    (tx) =>
      tx`select start_date::text as start, end_date::text as "end" from pay_period_for('2026-10-05')`,
  );
  await stage.act(
    stage.us.owner,
    (tx) => tx`select lock_pay_period(${period?.['start']}, ${period?.['end']})`,
  );
  // One activity for the pay period.
  expect(items(await stage.take()).toSorted()).toEqual([
    ['create', period?.['start'], 'Regular', 10],
    ['create', period?.['start'], 'Vacation', 8],
  ]);
});
