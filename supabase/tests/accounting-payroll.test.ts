import { beforeEach, describe, expect, test } from 'vitest';
import { AccountingStage, type Taken } from './accounting-stage.ts';
import { makeCompany, openDatabase } from './world.ts';

const db = await openDatabase();
let stage: AccountingStage;
beforeEach(async () => {
  stage = new AccountingStage(db.sql, await makeCompany(db.sql));
});

let start = '';
let end = '';

/** Two people, regular hours and overtime matched; the week of October 5 is worked. */
async function connectPayroll(system: 'adp' | 'paychex' = 'paychex') {
  await stage.connect(system, '2026-09-01');
  const [period] = await stage.act(
    stage.us.manager,
    (tx) => tx`select start_date::text, end_date::text from pay_period_for('2026-10-07')`,
  );
  start = period?.['start_date'];
  end = period?.['end_date'];
  await stage.read('employee', ['Emp', 'Col']);
  await stage.read('earning', ['Regular', 'Overtime']);
  const { employee, colleague } = stage.us;
  await stage.map([
    { target: 'person', employee_id: employee.employeeId, record_id: stage.records.get('Emp') },
    { target: 'person', employee_id: colleague.employeeId, record_id: stage.records.get('Col') },
    { target: 'payroll_item', hours_kind: 'REG', record_id: stage.records.get('Regular') },
    { target: 'payroll_item', hours_kind: 'OT', record_id: stage.records.get('Overtime') },
  ]);
}

async function workWeek(hours = 9) {
  for (const day of ['05', '06', '07', '08', '09']) {
    const from = new Date(`2026-10-${day}T12:00:00Z`);
    await stage.work(
      from.toISOString(),
      new Date(from.getTime() + hours * 3_600_000 + 10_000).toISOString(),
    );
  }
}

const lock = () =>
  stage.act(stage.us.owner, (tx) => tx`select lock_pay_period(${start}, ${end}, true)`);
const unlock = () =>
  stage.act(stage.us.owner, (tx) => tx`select unlock_pay_period(${start}, ${end}, 'A mistake')`);

const hours = (taken: readonly Taken[]) =>
  taken.map(({ content }) => [
    content?.person.name,
    content?.payroll_item?.name,
    content && content.hours * 60 + content.minutes,
  ]);

describe('A payroll system gets hours of pay periods', () => {
  test('Nothing before the pay period is locked, then one total for each kind of hours', async () => {
    await connectPayroll();
    await workWeek();
    await stage.approve('2026-10-05', '2026-10-09');
    expect(await stage.take()).toEqual([]);
    expect((await stage.days())[0]).toMatchObject({ state: 'waiting' });
    await lock();
    const taken = await stage.take();
    expect(new Set(taken.map(({ content }) => content?.payroll_item?.name))).toEqual(
      new Set(['Regular', 'Overtime']),
    );
    const [paid] = await stage.sql`select sum(minutes)::integer as minutes
      from private.payroll_lines_between(${stage.us.id}, ${start}, ${end}, ${stage.us.employee.employeeId}, null)
      where pay_code in ('REG', 'OT', 'DT')`;
    expect(hours(taken).reduce((sum, [, , minutes]) => sum + Number(minutes), 0)).toBe(
      paid?.['minutes'],
    );
    expect(taken[0]?.content).toMatchObject({ work_date: start, period_end: end });
    await stage.sendAll();
    const [overview] = await stage.act(
      stage.us.manager,
      (tx) =>
        tx`select accounting_overview(${stage.connection}, '2026-10-05', '2026-10-09') as seen`,
    );
    expect(overview?.['seen'].days.map(({ state }: { state: string }) => state)).toEqual(
      Array(5).fill('sent'),
    );
  });

  test('One day that cannot be sent holds back the person, not the others', async () => {
    await connectPayroll();
    await stage.map([{ target: 'payroll_item', hours_kind: 'OT', record_id: null }]);
    await workWeek(12);
    await stage.work('2026-10-06T12:00:00Z', '2026-10-06T20:00:00Z', {}, stage.us.colleague);
    await lock();
    expect(hours(await stage.take())).toEqual([['Col', 'Regular', 480]]);
  });

  test('What was corrected is one changed total', async () => {
    await connectPayroll();
    await workWeek(6);
    await lock();
    await stage.sendAll();
    await unlock();
    expect(await stage.take()).toEqual([]);
    await stage.work('2026-10-10T12:00:00Z', '2026-10-10T14:00:00Z');
    await lock();
    const taken = await stage.take();
    const [changed] = taken.filter(({ action }) => action === 'update');
    const before = changed?.sent_content;
    expect(before && before.hours * 60 + before.minutes).toBeGreaterThan(0);
    expect(taken.every(({ action }) => action !== 'delete')).toBe(true);
  });
});

describe('Where the system cannot be asked, a person decides', () => {
  const unsure = { kind: 'conflict', reason: 'unsure' };

  async function lost(): Promise<Taken> {
    await connectPayroll('adp');
    await workWeek(8);
    await lock();
    const [taken] = (await stage.take()).filter(
      ({ content }) => content?.payroll_item?.name === 'Regular',
    );
    if (!taken) throw new Error('Nothing to send');
    const again = await stage.take();
    expect(again.find(({ activity_id }) => activity_id === taken.activity_id)).toMatchObject({
      unanswered: true,
      request_id: taken.request_id,
    });
    await stage.note(taken, {
      ...unsure,
      theirs: { external_id: 'CL1010AB', content: taken.content },
    });
    return taken;
  }

  const decide = (id: string, decision: string) =>
    stage.act(
      stage.us.manager,
      (tx) => tx`select state, external_id from decide_accounting_conflict(${id}, ${decision})`,
    );

  test('It is there: it counts as sent, with the name of the batch', async () => {
    const { activity_id } = await lost();
    expect(await decide(activity_id, 'link')).toMatchObject([
      { state: 'sent', external_id: 'CL1010AB' },
    ]);
    expect((await stage.take()).map((one) => one.activity_id)).not.toContain(activity_id);
  });

  test('It is not there: it goes again, as new', async () => {
    const { activity_id } = await lost();
    await expect(decide(activity_id, 'keep_theirs')).rejects.toMatchObject({
      hint: 'accounting_decision_impossible',
    });
    await decide(activity_id, 'send_ours');
    expect((await stage.take()).find((one) => one.activity_id === activity_id)).toMatchObject({
      action: 'create',
      unanswered: false,
    });
  });

  test('What surely did not arrive is no question', async () => {
    await connectPayroll('adp');
    await workWeek(8);
    await lock();
    const [taken] = await stage.take();
    if (!taken) throw new Error('Nothing to send');
    await stage.note(taken, { kind: 'retry', after_seconds: 0, code: '503', arrived: false });
    const again = (await stage.take()).find(({ activity_id }) => activity_id === taken.activity_id);
    expect(again).toMatchObject({ unanswered: false });
    expect(again?.request_id).not.toBe(taken.request_id);
  });

  test('Fewer hours: a person changed them there', async () => {
    await connectPayroll('adp');
    await workWeek(8);
    await lock();
    await stage.sendAll();
    await unlock();
    await stage.sql`delete from time_entries where company_id = ${stage.us.id} and work_date = '2026-10-09'`;
    await lock();
    const [fewer] = await stage.take();
    if (!fewer) throw new Error('Nothing changed');
    await stage.note(fewer, {
      kind: 'conflict',
      reason: 'by_hand',
      theirs: { content: fewer.content },
    });
    await expect(decide(fewer.activity_id, 'send_ours')).rejects.toMatchObject({
      hint: 'accounting_decision_impossible',
    });
    expect(await decide(fewer.activity_id, 'link')).toMatchObject([{ state: 'sent' }]);
  });
});

describe('What was paid comes back', () => {
  const journal = async (rows: readonly object[] | null = null) => {
    const [row] =
      await stage.sql`select private.accounting_journal(${stage.connection}, ${stage.lease},
      ${rows === null ? null : stage.sql.json(rows as never)}) as result`;
    return row?.['result'];
  };
  const ROW = {
    person_id: 'employee-Emp',
    period_start: '2026-10-04',
    period_end: '2026-10-10',
    gross_all: '1240.00',
    net: '955.38',
    federal_tax: '101.10',
    check_number: '10071',
    paid_on: '2026-10-16',
  };

  test('Only where somebody turned it on, and by the person it is matched with', async () => {
    await connectPayroll();
    expect(await journal()).toBeNull();
    await stage.act(
      stage.us.manager,
      (tx) =>
        tx`update accounting_connections set settings = '{"own": {"read_back": true}}' where id = ${stage.connection}`,
    );
    expect((await journal()).people).toEqual(['employee-Col', 'employee-Emp']);
    const week =
      await stage.sql`update companies set week_start = 0 where id = ${stage.us.id} returning id`;
    expect(week).toHaveLength(1);
    expect(await journal([ROW, { ...ROW, person_id: 'employee-Nobody' }])).toEqual({ new: 1 });
    expect(await journal()).toBeNull();
    expect(await journal([ROW])).toEqual({ same: 1 });
    expect(await journal([{ ...ROW, net: '900.00' }])).toEqual({ different: 1 });
    const facts =
      await stage.sql`select employee_id, week_end::text, gross_all, net, check_number from payroll_facts where company_id = ${stage.us.id}`;
    expect(facts).toMatchObject([
      {
        employee_id: stage.us.employee.employeeId,
        week_end: '2026-10-10',
        net: '955.38',
        check_number: '10071',
      },
    ]);
  });

  test('A lease that is not held reads and stores nothing', async () => {
    await connectPayroll();
    await expect(
      stage.sql`select private.accounting_journal(${stage.connection}, ${crypto.randomUUID()}, ${stage.sql.json([ROW])})`,
    ).rejects.toThrow();
    expect(
      await stage.sql`select from payroll_facts where company_id = ${stage.us.id}`,
    ).toHaveLength(0);
  });
});
