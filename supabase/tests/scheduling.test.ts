import { describe, expect, test } from 'vitest';
import { addDays, comingMonday, springForward } from '../../testing/coming-days.ts';
import { PayrollStage } from './payroll-stage.ts';
import { hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

/** Each story has a week of its own. */
const dayOf = (week: number, weekday = 0) => addDays(comingMonday(week), weekday);

/** A draft planned by the manager; times are New York's. */
async function plan(fields: Record<string, unknown>, who = us.manager): Promise<string> {
  const [row] = await act(
    who,
    (tx) =>
      tx`insert into shifts ${tx({ project_id: us.project, ...fields } as never)} returning id`,
  );
  return row?.['id'];
}

const shiftOf = async (id: string) => (await db.sql`select * from shifts where id = ${id}`)[0];

const publish = (start: string, end = start) =>
  act(us.manager, (tx) => tx`select * from publish_shifts(${start}, ${end})`);

const conflicts = async (company: string, start: string, end: string) =>
  (
    await db.sql`select kind, minutes::int from private.shift_conflicts(${company}, ${start}, ${end}) order by kind, minutes`
  ).map(({ kind, minutes }) => [kind, minutes]);

const mine = (who: Person, start: string, end = start) =>
  act(who, (tx) => tx`select * from my_shifts(${start}, ${end})`);

/** A person with a plan in a company of the pay engine's tests. */
async function stagePlan(stage: PayrollStage, employee: string, from: string, to: string) {
  await db.sql`insert into shifts (company_id, employee_id, starts_at, ends_at)
    values (${stage.companyId}, ${employee}, ${stage.instant(from)}, ${stage.instant(to)})`;
}

async function project(stage: PayrollStage, day: string, moment: string) {
  const [row] =
    await db.sql`select overtime_minutes::int as overtime, premium_cents::int as premium,
      plan_cents::int as plan, planned_minutes::int as planned
    from private.projected_pay(${stage.companyId}, ${day}, ${day}, ${stage.instant(moment)})`;
  return row;
}

describe('what a plan will cost', () => {
  test('SC-1: 36 hours worked and a shift on Friday', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    const worker = await stage.worker(30);
    await stage.days(worker, ['9:00', '9:00', '9:00', '9:00']);
    await stagePlan(stage, worker, '2026-03-13 07:00', '2026-03-13 15:30');
    expect(await project(stage, '2026-03-13', '2026-03-12 20:00')).toEqual({
      overtime: 240,
      premium: 6000,
      plan: 30000,
      planned: 480,
    });
  });

  test('SC-2: a long day in California', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'CA' });
    const worker = await stage.worker(30);
    await stagePlan(stage, worker, '2026-03-11 06:00', '2026-03-11 17:00');
    expect(await project(stage, '2026-03-11', '2026-03-10 20:00')).toMatchObject({
      overtime: 150,
      premium: 3750,
    });
  });

  test('SC-5: a paid holiday is no step to overtime', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    const worker = await stage.worker(30);
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, minutes)
      values (${stage.companyId}, ${worker}, '2026-03-09', 'HOLIDAY', 480)`;
    for (const day of [10, 11, 12, 13, 14])
      await stagePlan(stage, worker, `2026-03-${day} 07:00`, `2026-03-${day} 15:30`);
    expect(await project(stage, '2026-03-09', '2026-03-09 00:00')).toMatchObject({
      overtime: 0,
      planned: 2400,
    });
  });

  test('the plan leaves payroll as it is, and what is over is not planned', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    const worker = await stage.worker(30);
    await stage.days(worker, ['8:00']);
    await stagePlan(stage, worker, '2026-03-13 07:00', '2026-03-13 15:30');
    const before = await stage.lines();
    await project(stage, '2026-03-13', '2026-03-12 20:00');
    expect(await stage.lines()).toEqual(before);
    expect(await project(stage, '2026-03-13', '2026-03-14 00:00')).toBeUndefined();
  });

  test('SC-6: what a shift under way leads to does not melt while one looks', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    const worker = await stage.worker(30);
    await stage.days(worker, ['9:00', '9:00', '9:00', '9:00']);
    await stagePlan(stage, worker, '2026-03-13 07:00', '2026-03-13 15:30');
    const overtime = async (moment: string) =>
      (await project(stage, '2026-03-13', moment))?.['overtime'];
    for (const moment of ['2026-03-13 06:00', '2026-03-13 09:13', '2026-03-13 15:29'])
      expect(await overtime(moment)).toBe(240);
    // On the clock since seven: worked time grows by what the plan loses.
    await db.sql`insert into time_entries (company_id, employee_id, clock_in)
      values (${stage.companyId}, ${worker}, ${stage.instant('2026-03-13 07:00')})`;
    for (const moment of ['2026-03-13 08:00', '2026-03-13 10:59'])
      expect(await overtime(moment)).toBe(240);
    // Clocked out at nine: until the shift is over, the rest may still be worked.
    await db.sql`update time_entries set clock_out = ${stage.instant('2026-03-13 09:00')}
      where company_id = ${stage.companyId} and clock_out is null`;
    for (const moment of ['2026-03-13 09:30', '2026-03-13 15:29'])
      expect(await overtime(moment)).toBe(240);
    expect(await overtime('2026-03-13 15:30')).toBeUndefined();
  });

  test('time that is booked twice is paid once', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    const worker = await stage.worker(30);
    await stagePlan(stage, worker, '2026-03-13 07:00', '2026-03-13 12:00');
    await stagePlan(stage, worker, '2026-03-13 10:00', '2026-03-13 14:00');
    expect(await project(stage, '2026-03-13', '2026-03-12 20:00')).toMatchObject({ planned: 420 });
  });
});

describe('warnings', () => {
  test('SC-3: rest counts the hours that pass', async () => {
    const stage = await PayrollStage.open(db.sql, { timeZone: 'America/Denver' });
    const worker = await stage.worker(30);
    await stagePlan(stage, worker, '2026-03-07 14:00', '2026-03-07 22:00');
    await stagePlan(stage, worker, '2026-03-08 08:00', '2026-03-08 16:00');
    await stagePlan(stage, worker, '2026-03-09 14:00', '2026-03-09 22:00');
    await stagePlan(stage, worker, '2026-03-10 08:00', '2026-03-10 16:00');
    expect(await conflicts(stage.companyId, '2026-03-07', '2026-03-11')).toEqual([['rest', 540]]);
  });

  test('SC-4: ends are exclusive', async () => {
    const stage = await PayrollStage.open(db.sql);
    const [fits, overlaps] = [await stage.worker(30), await stage.worker(30)];
    await stagePlan(stage, fits, '2026-03-11 07:00', '2026-03-11 12:00');
    await stagePlan(stage, fits, '2026-03-11 12:00', '2026-03-11 16:00');
    expect(await conflicts(stage.companyId, '2026-03-11', '2026-03-11')).toEqual([]);
    await stagePlan(stage, overlaps, '2026-03-11 07:00', '2026-03-11 12:00');
    await stagePlan(stage, overlaps, '2026-03-11 11:59', '2026-03-11 16:00');
    expect(await conflicts(stage.companyId, '2026-03-11', '2026-03-11')).toEqual([['overlap', 1]]);
  });

  test('time off, a machine that is down, and when someone cannot work', async () => {
    const stage = await PayrollStage.open(db.sql);
    const worker = await stage.worker(30);
    const company = stage.companyId;
    const [type] =
      await db.sql`insert into time_off_types (company_id, name, pay_code) values (${company}, 'Vacation', 'PTO') returning id`;
    await db.sql`insert into time_off_requests (company_id, employee_id, type_id, start_date, end_date, hours, status)
      values (${company}, ${worker}, ${type?.['id']}, '2026-03-12', '2026-03-12', 8, 'approved')`;
    await db.sql`insert into availability (company_id, employee_id, weekday, start_time) values (${company}, ${worker}, 5, '15:00')`;
    const [machine] =
      await db.sql`insert into equipment (company_id, name, status) values (${company}, 'Telehandler', 'down') returning id`;
    await stagePlan(stage, worker, '2026-03-12 07:00', '2026-03-12 15:30');
    await stagePlan(stage, worker, '2026-03-13 07:00', '2026-03-13 15:30');
    await stagePlan(stage, worker, '2026-03-20 07:00', '2026-03-20 15:00');
    await db.sql`insert into shifts (company_id, equipment_id, starts_at, ends_at)
      values (${company}, ${machine?.['id']}, ${stage.instant('2026-03-12 07:00')}, ${stage.instant('2026-03-12 15:30')})`;
    expect(await conflicts(company, '2026-03-12', '2026-03-20')).toEqual([
      ['availability', null],
      ['equipment_down', null],
      ['time_off', 480],
    ]);
  });

  test('managers get them with overtime and its cost, others are refused', async () => {
    const person = await hire(db.sql, us.owner, 'employee', 30);
    for (let weekday = 0; weekday < 5; weekday++) {
      const day = dayOf(2, weekday);
      await plan({
        employee_id: person.employeeId,
        starts_at: `${day}T12:00Z`,
        ends_at: `${day}T22:00Z`,
      });
    }
    const warnings = (who: Person) =>
      act(who, (tx) => tx`select * from schedule_warnings(${dayOf(2)}, ${dayOf(2, 6)})`);
    const rows = await warnings(us.manager);
    expect(rows.filter((row) => row['employee_id'] === person.employeeId)).toMatchObject([
      {
        kind: 'overtime',
        severity: 'warning',
        minutes: '450',
        cents: '33750',
        premium_cents: '11250',
      },
    ]);
    await expect(warnings(us.foreman)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('publishing', () => {
  test('a draft is nobody’s until it is published, then acknowledged', async () => {
    const day = dayOf(3);
    const id = await plan({
      employee_id: us.employee.employeeId,
      starts_at: `${day}T12:00Z`,
      ends_at: `${day}T20:30Z`,
    });
    expect(await mine(us.employee, day)).toEqual([]);
    await expect(
      act(us.employee, (tx) => tx`select * from acknowledge_shift(${id})`),
    ).rejects.toMatchObject({ hint: 'shift_not_found' });
    expect(await publish(day)).toEqual([
      {
        shift_id: id,
        employee_id: us.employee.employeeId,
        change: 'new',
        change_id: expect.any(String),
      },
    ]);
    expect(await mine(us.employee, day)).toMatchObject([
      { id, acknowledged_at: null, open: false },
    ]);
    await expect(
      act(us.colleague, (tx) => tx`select * from acknowledge_shift(${id})`),
    ).rejects.toMatchObject({ hint: 'shift_not_found' });
    await act(us.employee, (tx) => tx`select * from acknowledge_shift(${id})`);
    expect((await shiftOf(id))?.['acknowledged_at']).not.toBeNull();
    expect(await publish(day)).toEqual([]);
  });

  test('a change is told with what it was; until then people see what they were told', async () => {
    const day = dayOf(3, 1);
    const id = await plan({
      employee_id: us.employee.employeeId,
      starts_at: `${day}T12:00Z`,
      ends_at: `${day}T20:30Z`,
    });
    await publish(day);
    await act(us.employee, (tx) => tx`select * from acknowledge_shift(${id})`);
    const move = (to: string) =>
      act(us.manager, (tx) => tx`update shifts set starts_at = ${to} where id = ${id}`);
    await move(`${day}T11:00Z`);
    expect((await shiftOf(id))?.['status']).toBe('draft');
    const [still] = await mine(us.employee, day);
    expect(still?.['starts_at']).toEqual(new Date(`${day}T12:00Z`));
    await move(`${day}T12:00Z`);
    expect(await shiftOf(id)).toMatchObject({
      status: 'published',
      acknowledged_at: expect.any(Date),
    });
    await move(`${day}T11:00Z`);
    expect(await publish(day)).toMatchObject([{ change: 'changed' }]);
    expect(await mine(us.employee, day)).toMatchObject([
      {
        starts_at: new Date(`${day}T11:00Z`),
        previous_starts_at: new Date(`${day}T12:00Z`),
        acknowledged_at: null,
      },
    ]);
    await act(us.employee, (tx) => tx`select * from acknowledge_shift(${id})`);
    expect(await mine(us.employee, day)).toMatchObject([{ previous_starts_at: null }]);
  });

  test('given to someone else: cancelled for one, new for the other; deleted only when told', async () => {
    const day = dayOf(3, 2);
    const id = await plan({
      employee_id: us.employee.employeeId,
      starts_at: `${day}T12:00Z`,
      ends_at: `${day}T20:30Z`,
    });
    await publish(day);
    await act(
      us.manager,
      (tx) => tx`update shifts set employee_id = ${us.colleague.employeeId} where id = ${id}`,
    );
    expect((await publish(day)).map((row) => row['change']).sort()).toEqual(['cancelled', 'new']);
    expect(await mine(us.employee, day)).toEqual([]);
    await act(us.manager, (tx) => tx`delete from shifts where id = ${id}`);
    expect(await shiftOf(id)).toBeDefined();
    await act(us.manager, (tx) => tx`update shifts set cancelled = true where id = ${id}`);
    expect(await mine(us.colleague, day)).toHaveLength(1);
    expect(await publish(day)).toMatchObject([{ change: 'cancelled' }]);
    expect(await shiftOf(id)).toBeUndefined();
  });
});

describe('taking back', () => {
  /** What is due so many seconds from now goes out. */
  const send = (seconds: number) =>
    db.sql`select private.send_shift_messages(now() + make_interval(secs => ${seconds}))`;
  const mailsTo = async (who: Person) =>
    (
      await db.sql`select o.data from mail.outbox o join auth.users u on u.email = o.to_address
        where u.id = ${who.userId} and o.template = 'schedule_published' order by o.created_at`
    ).map(({ data }) => data as Record<string, string | null>);
  const undo = (id: string, who = us.manager) =>
    act(who, (tx) => tx`select undo_schedule_change(${id}) as count`);
  const changeOf = (rows: readonly Record<string, unknown>[]) => String(rows[0]?.['change_id']);
  const shift = (who: Person, day: string, from = '12', to = '20') => ({
    employee_id: who.employeeId,
    starts_at: `${day}T${from}:00Z`,
    ends_at: `${day}T${to}:30Z`,
  });

  test('people are notified a minute later, each by one mail', async () => {
    const day = dayOf(20, 3);
    const person = await hire(db.sql, us.owner, 'employee');
    const first = await plan(shift(person, day, '12', '14'));
    await publish(day);
    await plan(shift(person, day, '18', '20'));
    await publish(day);
    await send(0);
    expect(await mailsTo(person)).toEqual([]);
    // Changed before anybody knew: it is news, not a change.
    await act(us.manager, (tx) => tx`update shifts set note = 'Gate 2' where id = ${first}`);
    await publish(day);
    await send(61);
    const [mail, ...others] = await mailsTo(person);
    expect(others).toEqual([]);
    expect(mail?.['added']?.split('\n')).toHaveLength(2);
    expect(mail).toMatchObject({ changed: null, cancelled: null });
    await send(300);
    expect(await mailsTo(person)).toHaveLength(1);
  });

  test('a publication that is undone within the minute is never mentioned', async () => {
    const day = dayOf(20, 4);
    const person = await hire(db.sql, us.owner, 'employee');
    const known = await plan(shift(person, day));
    await publish(day);
    await send(61);
    expect(await mailsTo(person)).toHaveLength(1);
    await act(person, (tx) => tx`select * from acknowledge_shift(${known})`);
    // One changed, one new, one canceled.
    const cancelled = await plan(shift(person, addDays(day, 1)));
    await publish(addDays(day, 1));
    await send(61);
    await act(us.manager, (tx) => tx`update shifts set cancelled = true where id = ${cancelled}`);
    await act(us.manager, (tx) => tx`update shifts set note = 'Late' where id = ${known}`);
    const added = await plan(shift(person, addDays(day, 2)));
    const before = await Promise.all([known, added, cancelled].map(shiftOf));
    const change = changeOf(await publish(day, addDays(day, 2)));
    expect(await mine(person, day, addDays(day, 2))).toHaveLength(2);
    for (const who of [us.foreman, us.employee, them.manager])
      await expect(undo(change, who)).rejects.toBeDefined();
    expect(await mine(person, day, addDays(day, 2))).toHaveLength(2);

    expect(await undo(change)).toEqual([{ count: 3 }]);
    const after = await Promise.all([known, added, cancelled].map(shiftOf));
    const plain = (rows: typeof after) =>
      rows.map((row) => ({ ...row, created_at: null, updated_at: null }));
    expect(plain(after)).toEqual(plain(before));
    expect(await mine(person, day, addDays(day, 2))).toMatchObject([
      { id: known, note: null, acknowledged_at: expect.any(Date) },
      { id: cancelled },
    ]);
    await send(300);
    expect(await mailsTo(person)).toHaveLength(2);
    await expect(undo(change)).rejects.toMatchObject({ hint: 'change_not_found' });
  });

  test('undone later, people are notified; what somebody changed since stays', async () => {
    const day = dayOf(21);
    const person = await hire(db.sql, us.owner, 'employee');
    const [gone, moved] = [
      await plan(shift(person, day)),
      await plan(shift(person, addDays(day, 1))),
    ];
    const change = changeOf(await publish(day, addDays(day, 1)));
    await send(61);
    await act(us.manager, (tx) => tx`update shifts set note = 'Mine' where id = ${moved}`);
    expect(await undo(change)).toEqual([{ count: 1 }]);
    expect(await shiftOf(gone)).toMatchObject({ status: 'draft', published: null });
    expect(await shiftOf(moved)).toMatchObject({ note: 'Mine', published: { note: null } });
    await send(61);
    expect(await mailsTo(person)).toMatchObject([
      { cancelled: null },
      { added: null, cancelled: expect.stringContaining('–') },
    ]);
  });

  test('some of the drafts can be published', async () => {
    const day = dayOf(21, 2);
    const [one, other] = [
      await plan(shift(us.employee, day)),
      await plan(shift(us.colleague, day)),
    ];
    const rows = await act(
      us.manager,
      (tx) => tx`select * from publish_shifts(${day}, ${day}, ${[one]}::uuid[])`,
    );
    expect(rows).toMatchObject([{ shift_id: one }]);
    expect((await shiftOf(other))?.['status']).toBe('draft');
  });

  test('unpublished shifts are drafts again, and their people hear of it', async () => {
    const day = dayOf(21, 3);
    const person = await hire(db.sql, us.owner, 'employee');
    const id = await plan(shift(person, day));
    await publish(day);
    await send(61);
    const started = new Date(Math.floor(Date.now() / 60_000 - 300) * 60_000);
    await db.sql`insert into shifts (company_id, employee_id, project_id, starts_at, ends_at, status)
      values (${us.id}, ${person.employeeId}, ${us.project}, ${started}, ${new Date(+started + 21_600_000)}, 'published')`;
    const unpublish = (who: Person) =>
      act(
        who,
        (tx) =>
          tx`select * from unpublish_shifts(${started.toISOString().slice(0, 10)}::date - 1, ${day})`,
      );
    await expect(unpublish(us.foreman)).rejects.toMatchObject({ code: '42501' });
    expect(await unpublish(them.manager)).toEqual([]);
    expect((await shiftOf(id))?.['status']).toBe('published');
    const rows = await unpublish(us.manager);
    expect(rows.map((row) => row['shift_id'])).toContain(id);
    expect(await shiftOf(id)).toMatchObject({ status: 'draft', published: null });
    // What has begun stays on the schedule.
    expect(
      await db.sql`select status from shifts where employee_id = ${person.employeeId} and starts_at = ${started}`,
    ).toEqual([{ status: 'published' }]);
    await send(61);
    expect((await mailsTo(person))[1]).toMatchObject({ cancelled: expect.any(String) });
    await undo(changeOf(rows));
    expect((await shiftOf(id))?.['status']).toBe('published');
  });

  test('discarded drafts go, changed shifts are as published again, and all comes back', async () => {
    const day = dayOf(22);
    const changed = await plan(shift(us.employee, day));
    await publish(day);
    await act(
      us.manager,
      (tx) =>
        tx`update shifts set employee_id = ${us.colleague.employeeId}, note = 'x', starts_at = ${`${day}T13:00Z`} where id = ${changed}`,
    );
    const draft = await plan(shift(us.colleague, day));
    const before = [await shiftOf(changed), await shiftOf(draft)];
    const discard = (who: Person) =>
      act(who, (tx) => tx`select * from discard_drafts(${day}, ${day})`);
    await expect(discard(us.employee)).rejects.toMatchObject({ code: '42501' });
    expect(await discard(them.manager)).toEqual([]);
    const rows = await discard(us.manager);
    expect(rows).toHaveLength(2);
    expect(await shiftOf(draft)).toBeUndefined();
    expect(await shiftOf(changed)).toMatchObject({
      employee_id: us.employee.employeeId,
      note: null,
      starts_at: new Date(`${day}T12:00Z`),
      status: 'published',
    });
    await undo(changeOf(rows));
    const plain = (row: Record<string, unknown> | undefined) => ({
      ...row,
      created_at: null,
      updated_at: null,
    });
    expect([await shiftOf(changed), await shiftOf(draft)].map(plain)).toEqual(before.map(plain));
  });

  test('who will be notified, and how', async () => {
    const day = dayOf(22, 2);
    const [mailed, quiet] = [
      await hire(db.sql, us.owner, 'employee'),
      await hire(db.sql, us.owner, 'employee'),
    ];
    await db.sql`update preferences set notify_project_updates = false where user_id = ${quiet.userId}`;
    const [nobody] = await db.sql`insert into employees (company_id, first_name, last_name)
      values (${us.id}, 'Zeke', 'Amador') returning id`;
    const id = await plan(shift(mailed, day));
    await plan(shift(quiet, day));
    await plan({ ...shift(mailed, day), employee_id: nobody?.['id'] });
    await plan({ ...shift(mailed, day), employee_id: us.manager.employeeId });
    const recipients = (who: Person) =>
      act(who, (tx) => tx`select * from publish_recipients(${day}, ${day})`);
    const rows = await recipients(us.manager);
    const channels = new Map(rows.map((row) => [row['employee_id'], row['channel']]));
    expect(Object.fromEntries(channels)).toEqual({
      [mailed.employeeId]: 'mail',
      [quiet.employeeId]: 'app',
      [String(nobody?.['id'])]: 'none',
      [us.manager.employeeId]: 'self',
    });
    const mail = rows.find((row) => row['employee_id'] === mailed.employeeId);
    expect(mail).toMatchObject({
      shift_ids: [id],
      message: { added: expect.stringContaining('–') },
    });
    await expect(recipients(us.foreman)).rejects.toMatchObject({ code: '42501' });
    expect(await recipients(them.manager)).toEqual([]);
  });
});

test('a shift on a holiday is a warning', async () => {
  const stage = await PayrollStage.open(db.sql);
  const worker = await stage.worker(30);
  await db.sql`insert into holidays (company_id, date, name) values (${stage.companyId}, '2026-03-11', 'Founders')`;
  await stagePlan(stage, worker, '2026-03-11 07:00', '2026-03-11 12:00');
  await stagePlan(stage, worker, '2026-03-12 07:00', '2026-03-12 12:00');
  expect(await conflicts(stage.companyId, '2026-03-10', '2026-03-13')).toEqual([['holiday', null]]);
});

test('what a project needs is entered and read by managers alone', async () => {
  const day = dayOf(23);
  const need = (who: Person, project = us.project) =>
    act(
      who,
      (tx) => tx`insert into labor_demands (project_id, people, start_date, end_date)
        values (${project}, 3, ${day}, ${addDays(day, 4)}) returning id`,
    );
  for (const who of [us.employee, us.foreman, them.manager])
    await expect(need(who)).rejects.toBeDefined();
  await expect(
    act(
      us.manager,
      (tx) => tx`insert into labor_demands (project_id, people, start_date, end_date)
        values (${us.project}, 3, ${addDays(day, 1)}, ${day})`,
    ),
  ).rejects.toMatchObject({ constraint: 'labor_demands_dates_in_order' });
  const [row] = await need(us.manager);
  const demands = async (who: Person) =>
    (await act(who, (tx) => tx`select schedule_board(${day}, ${day}) as board`))[0]?.['board']
      .demands;
  expect(await demands(us.manager)).toMatchObject([{ id: row?.['id'], people: 3 }]);
  expect(await demands(us.foreman)).toEqual([]);
  expect(await demands(them.manager)).toEqual([]);
  await act(them.manager, (tx) => tx`delete from labor_demands`);
  await act(us.foreman, (tx) => tx`delete from labor_demands`);
  expect(await demands(us.manager)).toHaveLength(1);
});

describe('who may do what', () => {
  test('only managers plan, and nobody publishes by hand', async () => {
    const shift = { starts_at: `${dayOf(4)}T12:00Z`, ends_at: `${dayOf(4)}T20:00Z` };
    for (const who of [us.employee, us.foreman])
      await expect(plan({ ...shift, employee_id: who.employeeId }, who)).rejects.toMatchObject({
        code: '42501',
      });
    const id = await plan({ ...shift, status: 'published' });
    expect(await shiftOf(id)).toMatchObject({ status: 'draft', published: null });
    for (const change of [{ status: 'published' }, { acknowledged_at: new Date() }])
      await expect(
        act(us.manager, (tx) => tx`update shifts set ${tx(change as never)} where id = ${id}`),
      ).rejects.toMatchObject({ code: '42501' });
    await act(them.manager, (tx) => tx`update shifts set note = 'x' where id = ${id}`);
    await act(us.employee, (tx) => tx`delete from shifts where id = ${id}`);
    expect(await shiftOf(id)).toMatchObject({ note: null, status: 'draft' });
    expect(await act(us.foreman, (tx) => tx`select id from shifts where id = ${id}`)).toEqual([]);
  });

  test('the board is for foremen and managers; foremen see no drafts', async () => {
    const day = dayOf(4, 1);
    const id = await plan({ starts_at: `${day}T12:00Z`, ends_at: `${day}T20:00Z` });
    const board = async (who: Person) =>
      (await act(who, (tx) => tx`select schedule_board(${day}, ${day}) as board`))[0]?.['board'];
    expect((await board(us.manager)).shifts).toMatchObject([{ id, status: 'draft' }]);
    expect((await board(us.foreman)).shifts).toEqual([]);
    expect((await board(them.manager)).shifts).toEqual([]);
    await expect(board(us.employee)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('copying', () => {
  test('the clock on the wall stays across a change of the clocks, and a repeat adds nothing', async () => {
    const before = addDays(springForward(), -2);
    const after = addDays(before, 7);
    await plan({
      employee_id: us.colleague.employeeId,
      starts_at: `${before}T12:00Z`,
      ends_at: `${before}T20:30Z`,
      note: 'Bring harness',
    });
    const copy = (who = us.manager, to = after) =>
      act(who, (tx) => tx`select * from copy_shifts(${before}, ${to}, 1)`);
    expect(await copy()).toMatchObject([
      {
        status: 'draft',
        note: 'Bring harness',
        starts_at: new Date(`${after}T11:00Z`),
        ends_at: new Date(`${after}T19:30Z`),
      },
    ]);
    expect(await copy()).toEqual([]);
    await expect(copy(us.foreman)).rejects.toMatchObject({ code: '42501' });
    await expect(copy(us.manager, before)).rejects.toMatchObject({ hint: 'copy_range' });
  });
});

describe('open shifts and swaps', () => {
  test('of many who take an open shift at once, one gets it', async () => {
    const day = dayOf(5);
    const id = await plan({ starts_at: `${day}T12:00Z`, ends_at: `${day}T20:00Z` });
    const crowd = await Promise.all(
      Array.from({ length: 6 }, () => hire(db.sql, us.owner, 'employee')),
    );
    const take = (who: Person) => act(who, (tx) => tx`select * from take_shift(${id})`);
    await expect(take(us.employee)).rejects.toMatchObject({ hint: 'shift_not_found' });
    await publish(day);
    expect(await mine(us.employee, day)).toMatchObject([{ id, open: true }]);
    expect(await mine(them.employee, day)).toEqual([]);
    const results = await Promise.allSettled(crowd.map(take));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ hint: 'shift_taken' });
    const winner = crowd[results.findIndex((result) => result.status === 'fulfilled')] as Person;
    expect(await shiftOf(id)).toMatchObject({
      employee_id: winner.employeeId,
      status: 'published',
    });
    expect(await mine(us.employee, day)).toEqual([]);
    await expect(take(them.employee)).rejects.toMatchObject({ hint: 'shift_not_found' });
  });

  test('a swap needs the colleague and a manager', async () => {
    const day = dayOf(5, 1);
    const id = await plan({
      employee_id: us.employee.employeeId,
      starts_at: `${day}T12:00Z`,
      ends_at: `${day}T20:00Z`,
    });
    await publish(day);
    const ask = (who: Person, to: Person) =>
      act(who, (tx) => tx`select * from ask_for_swap(${id}, ${to.employeeId}, 'Doctor')`);
    await expect(ask(us.colleague, us.employee)).rejects.toMatchObject({ hint: 'shift_not_found' });
    await expect(ask(us.employee, them.employee)).rejects.toMatchObject({ hint: 'not_found' });
    const [swap] = await ask(us.employee, us.colleague);
    const swapId = swap?.['id'] as string;
    const answer = (who: Person, accept: boolean) =>
      act(who, (tx) => tx`select * from answer_swap(${swapId}, ${accept})`);
    const decide = (who: Person, approve: boolean) =>
      act(who, (tx) => tx`select * from decide_swap(${swapId}, ${approve})`);
    await expect(decide(us.manager, true)).rejects.toMatchObject({ hint: 'swap_not_accepted' });
    await expect(answer(us.employee, true)).rejects.toMatchObject({ hint: 'not_found' });
    await expect(answer(us.foreman, true)).rejects.toMatchObject({ hint: 'not_found' });
    const swaps = (who: Person) => act(who, (tx) => tx`select * from my_swaps()`);
    expect(await swaps(us.colleague)).toMatchObject([
      { id: swapId, asked_by_me: false, note: 'Doctor', starts_at: new Date(`${day}T12:00Z`) },
    ]);
    expect(await swaps(us.employee)).toMatchObject([{ id: swapId, asked_by_me: true }]);
    expect(await swaps(us.foreman)).toEqual([]);
    await answer(us.colleague, true);
    await expect(decide(us.colleague, true)).rejects.toMatchObject({ code: '42501' });
    await expect(decide(them.manager, true)).rejects.toMatchObject({ hint: 'not_found' });
    await decide(us.manager, true);
    expect(await shiftOf(id)).toMatchObject({
      employee_id: us.colleague.employeeId,
      status: 'published',
    });
    expect(await mine(us.employee, day)).toEqual([]);
    await expect(answer(us.colleague, false)).rejects.toMatchObject({ hint: 'swap_decided' });
  });
});

test('a certificate that has expired by the day is warned about, a renewed one is not', async () => {
  const day = dayOf(6);
  const [type] = await act(
    us.manager,
    (tx) => tx`insert into certification_types (name) values ('Crane operator') returning id`,
  );
  const certify = (until: string | null) =>
    act(
      us.manager,
      (tx) => tx`insert into certifications (employee_id, type_id, expires_on)
        values (${us.employee.employeeId}, ${type?.['id']}, ${until})`,
    );
  const id = await plan({
    employee_id: us.employee.employeeId,
    starts_at: `${day}T12:00Z`,
    ends_at: `${day}T20:00Z`,
  });
  const warned = async () =>
    (await act(us.manager, (tx) => tx`select * from schedule_warnings(${day}, ${day})`))
      .filter(({ kind }) => kind === 'certificate')
      .map(({ shift_id, severity }) => [shift_id, severity]);
  expect(await warned()).toEqual([]);
  await certify(addDays(day, -1));
  expect(await warned()).toEqual([[id, 'warning']]);
  await certify(day);
  expect(await warned()).toEqual([]);
});

describe('moving several at once', () => {
  const day = dayOf(7);
  const at = (hour: number) => `${day}T${hour}:00Z`;
  const move = (who: Person, moves: unknown) =>
    act(who, (tx) => tx`select id from move_shifts(${JSON.stringify(moves)}::text::jsonb)`);

  test('all or none, what is left out stays, and only managers', async () => {
    const ids = [
      await plan({ employee_id: us.employee.employeeId, starts_at: at(12), ends_at: at(20) }),
      await plan({ employee_id: us.colleague.employeeId, starts_at: at(12), ends_at: at(20) }),
    ];
    const later = ids.map((id) => ({ id, starts_at: at(13), ends_at: at(21) }));
    const hours = async () =>
      (await db.sql`select starts_at from shifts where id = any (${ids})`).map((row) =>
        row['starts_at'].getUTCHours(),
      );
    for (const who of [us.foreman, us.employee])
      await expect(move(who, later)).rejects.toMatchObject({ code: '42501' });
    await expect(move(them.manager, later)).rejects.toMatchObject({ hint: 'shift_not_found' });
    await expect(
      move(us.manager, [...later, { id: us.project, starts_at: at(13) }]),
    ).rejects.toMatchObject({ hint: 'shift_not_found' });
    await expect(move(us.manager, {})).rejects.toMatchObject({ hint: 'moves_form' });
    expect(await hours()).toEqual([12, 12]);
    expect(await move(us.manager, later)).toHaveLength(2);
    expect(await hours()).toEqual([13, 13]);
    await move(us.manager, [{ id: ids[0], employee_id: null, note: 'Bring boots' }]);
    expect(await shiftOf(ids[0] ?? '')).toMatchObject({
      employee_id: null,
      project_id: us.project,
      note: 'Bring boots',
    });
    const changes = { project_id: null, cost_code_id: null, note: '', cancelled: true };
    await move(
      us.manager,
      ids.map((id) => ({ id, ...changes })),
    );
    for (const id of ids)
      expect(await shiftOf(id)).toMatchObject({
        ...changes,
        note: null,
        employee_id: id === ids[0] ? null : us.colleague.employeeId,
      });
  });
});

describe('plan and actual', () => {
  test('late, early, absent, unplanned and on time', async () => {
    const stage = await PayrollStage.open(db.sql);
    const company = stage.companyId;
    const people: string[] = [];
    for (const [index, punch] of ['07:20', '06:40', null, '07:10', undefined].entries()) {
      const worker = await stage.worker(30);
      people.push(worker);
      if (index < 4)
        await db.sql`insert into shifts (company_id, employee_id, starts_at, ends_at, status)
          values (${company}, ${worker}, ${stage.instant('2026-03-11 07:00')}, ${stage.instant('2026-03-11 15:30')}, 'published')`;
      if (punch !== null)
        await stage.work(worker, `2026-03-11 ${punch ?? '07:00'}`, '2026-03-11 15:30');
    }
    const rows = await db.sql`select employee_id, result from private.plan_and_actual_at(
      ${company}, null, '2026-03-11', '2026-03-11', ${stage.instant('2026-03-11 16:00')})`;
    const result = new Map(rows.map((row) => [row['employee_id'], row['result']]));
    expect(people.map((id) => result.get(id))).toEqual([
      'late',
      'early',
      'absent',
      'on_time',
      'unplanned',
    ]);
  });

  test('who has not clocked in is told once, after the minutes the owner set', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    const starts = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    await db.sql`insert into shifts (company_id, employee_id, project_id, starts_at, ends_at, status)
      values (${us.id}, ${worker.employeeId}, ${us.project}, ${starts}, ${new Date(+starts + 8 * 3_600_000)}, 'published')`;
    await db.sql`update preferences set notify_team_activity = true where user_id = ${us.manager.userId}`;
    await act(us.owner, (tx) => tx`update companies set late_after_minutes = 30`);
    const tellAt = async (minutes: number) => {
      await db.sql`select private.notify_of_late_start(${new Date(+starts + minutes * 60_000)})`;
      const mails =
        await db.sql`select from mail.outbox where template = 'person_late' and to_address = ${us.manager.email}`;
      return mails.length;
    };
    expect(await tellAt(29)).toBe(0);
    expect(await tellAt(31)).toBe(1);
    expect(await tellAt(45)).toBe(1);
    await act(us.owner, (tx) => tx`update companies set late_after_minutes = 15`);
    await expect(
      act(us.owner, (tx) => tx`update companies set late_after_minutes = 0`),
    ).rejects.toMatchObject({ code: '23514' });
  });

  test('everyone sees their own, foremen their crew, managers all', async () => {
    const day = dayOf(8);
    for (const who of [us.employee, us.colleague])
      await plan({
        employee_id: who.employeeId,
        starts_at: `${day}T12:00Z`,
        ends_at: `${day}T20:00Z`,
      });
    await publish(day);
    const seen = async (who: Person) =>
      (await act(who, (tx) => tx`select * from plan_and_actual(${day}, ${day})`)).length;
    expect(await seen(us.manager)).toBe(2);
    expect(await seen(us.employee)).toBe(1);
    expect(await seen(us.foreman)).toBe(0);
    expect(await seen(them.manager)).toBe(0);
  });
});
