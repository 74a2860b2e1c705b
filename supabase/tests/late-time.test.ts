import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { PayrollStage } from './payroll-stage.ts';
import { as, hire, openDatabase, type Person, signUp } from './world.ts';

const db = await openDatabase();

/** Somebody who has no rate yet. */
async function unpriced(owner: Person): Promise<Person> {
  const person = await hire(db.sql, owner, 'employee');
  await db.sql`delete from employee_rates where employee_id = ${person.employeeId}`;
  return person;
}

/** A company whose last week is over: Hugo worked 42:15 of it at 23.10, and it is locked. */
class ClosedWeek {
  readonly stage: PayrollStage;
  readonly hugo: Person;
  readonly project: string;
  readonly code: string;
  readonly monday: Temporal.PlainDate;
  readonly today: string;

  private constructor(
    stage: PayrollStage,
    hugo: Person,
    project: string,
    code: string,
    today: string,
  ) {
    this.stage = stage;
    this.hugo = hugo;
    this.project = project;
    this.code = code;
    this.today = today;
    const day = Temporal.PlainDate.from(today);
    this.monday = day.subtract({ days: day.dayOfWeek + 6 });
  }

  static async open(): Promise<ClosedWeek> {
    const stage = await PayrollStage.open(db.sql);
    const hugo = await unpriced(stage.owner);
    await stage.rate(hugo.employeeId, '23.10');
    const [row] = await db.sql`select private.company_today(${stage.companyId})::text as today`;
    const project = await stage.project();
    const week = new ClosedWeek(
      stage,
      hugo,
      project,
      await stage.code('03 30 00'),
      String(row?.['today']),
    );
    for (const day of [0, 1, 2, 3]) await week.work(day, '07:00', '15:00');
    await week.work(4, '07:00', '17:15');
    await week.lock();
    return week;
  }

  date(day: number): string {
    return this.monday.add({ days: day }).toString();
  }

  instant(day: number, time: string): string {
    return this.stage.instant(`${this.date(day)} ${time}`);
  }

  work(day: number, from: string, to: string): Promise<string> {
    return this.stage.work(
      this.hugo.employeeId,
      `${this.date(day)} ${from}`,
      `${this.date(day)} ${to}`,
      {
        project: this.project,
        code: this.code,
      },
    );
  }

  /** As the owner, or somebody else. */
  act(query: string, values: readonly unknown[] = [], who: Person | 'anon' = this.stage.owner) {
    return as(db.sql, who, (tx) => tx.unsafe(query, values as never));
  }

  lock() {
    return this.act('select lock_pay_period($1, $2)', [this.date(0), this.date(6)]);
  }

  unlock(keep = false) {
    return this.act('select unlock_pay_period($1, $2, $3, $4)', [
      this.date(0),
      this.date(6),
      'Test',
      keep,
    ]);
  }

  /** A shift that Hugo's phone sends only now; its clock-in is the event. */
  async sendLate(day: number, from: string, to: string): Promise<string> {
    const entry = randomUUID();
    const events = [
      ['clock_in', from],
      ['clock_out', to],
    ].map(([kind, time], sequence) => ({
      id: randomUUID(),
      device_id: `phone-${this.hugo.employeeId}`,
      sequence: sequence + day * 10,
      kind,
      happened_at: this.instant(day, time as string),
      offset_ms: 0,
      payload: { entry_id: entry, project_id: this.project, cost_code_id: this.code },
    }));
    const results = await as(
      db.sql,
      this.hugo,
      (tx) => tx`select result from sync_events(${tx.json(events as never)})`,
    );
    expect(results.map(({ result }) => result)).toEqual(['held', 'held']);
    return events[0]?.id as string;
  }

  adjust(event: string, who: Person | 'anon' = this.stage.owner) {
    return this.act("select * from resolve_held_event($1, 'adjust', 'No signal')", [event], who);
  }

  /** Cents of everything paid to Hugo from the week on, up to and with today. */
  async paid(): Promise<number> {
    const lines = await this.stage.lines(this.date(0), this.today);
    return lines.reduce((sum, line) => sum + (line.total_cents ?? 0), 0);
  }

  async items() {
    const rows =
      await db.sql`select work_date::text, corrects_date::text, corrects_pay_code, minutes, amount_cents::int,
        project_id, cost_code_id from pay_items
      where employee_id = ${this.hugo.employeeId} and pay_code = 'ADJUSTMENT' order by corrects_date, corrects_pay_code`;
    return rows.map((row) => ({ ...row }));
  }

  async owed() {
    return this.act('select * from payroll_adjustments_owed($1, $2)', [this.date(0), this.date(6)]);
  }
}

const hintOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => error.hint ?? error.message,
  );

/** 40 hours and 2:15 at 1.5, as the week was locked. */
const LOCKED = 92_400 + 7_797;

describe('a held punch of a locked week', () => {
  test('pays overtime on its day, project and code, shown before it is decided', async () => {
    const week = await ClosedWeek.open();
    expect(await week.paid()).toBe(LOCKED);
    const event = await week.sendLate(5, '07:00', '11:15');
    const preview = await week.act('select * from held_event_preview($1)', [event]);
    expect(
      preview.map((row) => ({ ...row, amount_cents: Number(row['amount_cents']) })),
    ).toMatchObject([
      {
        pay_code: 'OT',
        minutes: 255,
        posted: true,
        project_id: week.project,
        cost_code_id: week.code,
      },
    ]);
    expect(await week.items()).toEqual([]);
    await week.adjust(event);
    const [line] = await week.items();
    expect(line).toMatchObject({
      work_date: week.today,
      corrects_date: week.date(5),
      corrects_pay_code: 'OT',
      minutes: 255,
      project_id: week.project,
      cost_code_id: week.code,
    });
    expect(Number(preview[0]?.['amount_cents'])).toBe(14_727);
    expect(await week.paid()).toBe(LOCKED + 14_727);
    expect(await week.owed()).toEqual([]);
    // Deciding to pay it approved it.
    const [person] = await week.act(
      'select days_worked, days_approved from payroll_overview($1, $1) where employee_id = $2',
      [week.date(5), week.hugo.employeeId],
    );
    expect(person).toEqual({ days_worked: 1, days_approved: 1 });
  });

  test('has its hours in reports and accrual, and its cost on the job', async () => {
    const week = await ClosedWeek.open();
    const cost = async () => {
      const rows =
        await db.sql`select sum(amount)::float8 as amount from private.labor_cost(${week.stage.companyId}, ${week.project})`;
      return rows[0]?.['amount'];
    };
    expect(await cost()).toBe(LOCKED / 100);
    await week.adjust(await week.sendLate(5, '07:00', '11:15'));
    expect(await cost()).toBe((LOCKED + 14_727) / 100);
    const [total] =
      await db.sql`select seconds from work_totals where employee_id = ${week.hugo.employeeId}
      and work_date = ${week.date(5)} and cost_code_id = ${week.code}`;
    expect(total?.['seconds']).toBe(255 * 60);
    const [type] = await week.act(`insert into time_off_types (name, pay_code, accrual)
      values ('CA sick', 'SICK', '{"kind": "per_hours_worked", "hours": 1, "worked": 30}') returning id`);
    const [balance] = await as(
      db.sql,
      week.hugo,
      (tx) =>
        tx`select hours::float8 from time_off_balance(${week.hugo.employeeId}, ${week.today})`,
    );
    expect(type).toBeDefined();
    expect(balance?.['hours']).toBe(1.55); // 46:30
  });

  test('is in the week when that is unlocked, and paid once', async () => {
    for (const keep of [false, true]) {
      const week = await ClosedWeek.open();
      await week.adjust(await week.sendLate(5, '07:00', '11:15'));
      const posted = await week.act('select * from posted_adjustments($1, $2)', [
        week.date(0),
        week.date(6),
      ]);
      expect(posted).toMatchObject([{ minutes: 255, reason: 'No signal', stays: false }]);
      await week.unlock(keep);
      expect(await week.paid()).toBe(LOCKED + 14_727);
      expect(await hintOf(week.work(5, '07:00', '11:15'))).toBe('time_overlap');
      await week.lock();
      expect(await week.paid()).toBe(LOCKED + 14_727);
      expect(await week.owed()).toEqual([]);
    }
  });

  test('moves overtime of later days of the week', async () => {
    const week = await ClosedWeek.open();
    // Two hours early on Tuesday: Friday's last two regular hours become overtime.
    await week.adjust(await week.sendLate(1, '05:00', '07:00'));
    expect(
      (await week.items()).map((row) => [
        row['corrects_date'],
        row['corrects_pay_code'],
        row['minutes'],
      ]),
    ).toEqual([
      [week.date(1), 'REG', 120],
      [week.date(4), 'OT', 120],
      [week.date(4), 'REG', -120],
    ]);
    // 44:15 at 23.10: 40 and 4:15 at 1.5.
    expect(await week.paid()).toBe(92_400 + 14_727);
  });

  test('is nobody else’s to decide, and nothing moves', async () => {
    const week = await ClosedWeek.open();
    const event = await week.sendLate(5, '07:00', '11:15');
    const foreman = await hire(db.sql, week.stage.owner, 'foreman');
    const stranger = (await ClosedWeek.open()).stage.owner;
    for (const who of [week.hugo, foreman, stranger, 'anon' as const]) {
      await expect(week.adjust(event, who)).rejects.toThrow();
      await expect(
        week.act('select * from held_event_preview($1)', [event], who),
      ).rejects.toThrow();
    }
    expect(await week.items()).toEqual([]);
    expect(await week.paid()).toBe(LOCKED);
  });
});

describe('time entered late', () => {
  const enter = (week: ClosedWeek, id = randomUUID(), who: Person | 'anon' = week.stage.owner) =>
    week.act(
      'select * from enter_late_time($1, $2, $3, $4, $5, $6, $7)',
      [
        id,
        week.hugo.employeeId,
        week.instant(5, '07:00'),
        week.instant(5, '11:15'),
        week.project,
        'Paper sheet found',
        week.code,
      ],
      who,
    );

  test('is paid like a held punch, once however often it is sent', async () => {
    const week = await ClosedWeek.open();
    const id = randomUUID();
    const preview = await week.act('select * from late_time_preview($1, $2, $3, $4, $5)', [
      week.hugo.employeeId,
      week.instant(5, '07:00'),
      week.instant(5, '11:15'),
      week.project,
      week.code,
    ]);
    expect(await enter(week, id)).toEqual(preview);
    expect(await enter(week, id)).toEqual([]);
    expect(await week.paid()).toBe(LOCKED + 14_727);
    expect(await hintOf(enter(week))).toBe('time_overlap');
  });

  test('is refused in an open week, without a reason’s author who may, and for strangers', async () => {
    const week = await ClosedWeek.open();
    const other = await signUp(db.sql);
    for (const who of [week.hugo, other, 'anon' as const])
      await expect(enter(week, randomUUID(), who)).rejects.toThrow();
    await week.unlock();
    expect(await hintOf(enter(week))).toBe('period_open');
    // Whatever else is locked.
    await week.act('select lock_pay_period($1, $2)', [week.date(-14), week.date(-8)]);
    expect(await hintOf(enter(week))).toBe('period_open');
    expect(await week.paid()).toBe(LOCKED);
  });

  test('nobody enters late time for themselves while somebody else could', async () => {
    const week = await ClosedWeek.open();
    const manager = await hire(db.sql, week.stage.owner, 'manager');
    const own = week.act(
      'select * from enter_late_time($1, $2, $3, $4, $5, $6)',
      [
        randomUUID(),
        manager.employeeId,
        week.instant(5, '07:00'),
        week.instant(5, '11:15'),
        week.project,
        'Forgotten',
      ],
      manager,
    );
    expect(await hintOf(own)).toBe('own_approval_by_others');
  });

  test('the lock still holds for everyone else and every other way', async () => {
    const week = await ClosedWeek.open();
    await enter(week);
    expect(await hintOf(week.work(6, '07:00', '09:00'))).toBe('period_locked');
    expect(
      await hintOf(
        week.act('delete from time_entries where employee_id = $1', [week.hugo.employeeId]),
      ),
    ).toBe('period_locked');
    expect(
      await hintOf(
        week.act(
          `insert into pay_items (employee_id, work_date, pay_code, minutes) values ($1, $2, 'PTO', 60)`,
          [week.hugo.employeeId, week.date(2)],
        ),
      ),
    ).toBe('period_locked');
  });

  /** Friday was really worked an hour longer: 18:15 instead of 17:15. */
  const correct = async (week: ClosedWeek, who: Person | 'anon' = week.stage.owner, more = {}) => {
    const [friday] = await db.sql`select id, clock_in, clock_out from time_entries
      where employee_id = ${week.hugo.employeeId} and work_date = ${week.date(4)}`;
    const args = {
      id_param: friday?.['id'],
      employee_id_param: week.hugo.employeeId,
      clock_in_param: friday?.['clock_in'],
      clock_out_param: week.instant(4, '18:15'),
      project_id_param: week.project,
      reason_param: 'Paper sheet found',
      cost_code_id_param: week.code,
      based_on_param: { clock_out: friday?.['clock_out'] },
      ...more,
    };
    const names = Object.keys(args);
    return week.act(
      `select * from enter_late_time(${names.map((name, at) => `${name} => $${at + 1}`).join(', ')})`,
      Object.values(args),
      who,
    );
  };

  test('corrects an entry of a locked period and posts the difference, once', async () => {
    const week = await ClosedWeek.open();
    const posted = await correct(week);
    expect(posted).toMatchObject([
      { work_date: expect.anything(), pay_code: 'OT', minutes: 60, amount_cents: '3465' },
    ]);
    expect(await week.paid()).toBe(LOCKED + 3465);
    // The answer was lost, and the form sends what it had opened.
    const based_on_param = { clock_out: week.instant(4, '17:15') };
    expect(await correct(week, week.stage.owner, { based_on_param })).toEqual([]);
    expect(await week.paid()).toBe(LOCKED + 3465);
  });

  test('a correction may take time away, and names who changed it meanwhile', async () => {
    const week = await ClosedWeek.open();
    await correct(week, week.stage.owner, { clock_out_param: week.instant(4, '16:15') });
    expect(await week.paid()).toBe(LOCKED - 3465);
    const stale = correct(week, week.stage.owner, {
      based_on_param: { clock_out: week.instant(4, '17:15') },
    });
    expect(await hintOf(stale)).toBe('changed_meanwhile');
    expect(await week.paid()).toBe(LOCKED - 3465);
  });

  test('a correction is refused for others and for another person’s entry', async () => {
    const week = await ClosedWeek.open();
    const foreman = await hire(db.sql, week.stage.owner, 'foreman');
    const other = await signUp(db.sql);
    for (const who of [week.hugo, foreman, other, 'anon' as const])
      await expect(correct(week, who)).rejects.toThrow();
    const nora = await unpriced(week.stage.owner);
    expect(
      await hintOf(correct(week, week.stage.owner, { employee_id_param: nora.employeeId })),
    ).toBe('not_found');
    expect(await week.paid()).toBe(LOCKED);
  });

  test('machine and waived meal are recorded; the preview of a correction changes nothing', async () => {
    const week = await ClosedWeek.open();
    const [machine] = await week.act(
      "insert into equipment (name) values ('Skid steer') returning id",
    );
    const [friday] = await db.sql`select id, clock_in from time_entries
      where employee_id = ${week.hugo.employeeId} and work_date = ${week.date(4)}`;
    const preview = await week.act(
      'select * from late_time_preview($1, $2, $3, $4, $5, entry_id_param => $6)',
      [
        week.hugo.employeeId,
        friday?.['clock_in'],
        week.instant(4, '18:15'),
        week.project,
        week.code,
        friday?.['id'],
      ],
    );
    expect(await week.paid()).toBe(LOCKED);
    const posted = await correct(week, week.stage.owner, {
      equipment_id_param: machine?.['id'],
      meal_waived_param: true,
    });
    expect(posted).toEqual(preview);
    const [entry] =
      await db.sql`select equipment_id, meal_waived from time_entries where id = ${friday?.['id']}`;
    expect(entry).toMatchObject({ equipment_id: machine?.['id'], meal_waived: true });
  });

  test('without a rate it is owed once there is one', async () => {
    const week = await ClosedWeek.open();
    const nora = await unpriced(week.stage.owner);
    await week.act('select * from enter_late_time($1, $2, $3, $4, $5, $6)', [
      randomUUID(),
      nora.employeeId,
      week.instant(2, '07:00'),
      week.instant(2, '09:00'),
      week.project,
      'Forgotten',
    ]);
    expect(await db.sql`select from pay_items where employee_id = ${nora.employeeId}`).toEqual([]);
    expect(await week.owed()).toMatchObject([
      { employee_id: nora.employeeId, difference_cents: null },
    ]);
    await week.stage.rate(nora.employeeId, 20);
    expect(await week.owed()).toMatchObject([
      { employee_id: nora.employeeId, difference_cents: '4000' },
    ]);
  });
});

describe('late time off', () => {
  const asked = async (week: ClosedWeek, day: number) => {
    const [type] = await week.act(
      "insert into time_off_types (name, pay_code) values ('Vacation', 'PTO') returning id",
    );
    await week.act(
      'insert into time_off_grants (employee_id, type_id, date, hours) values ($1, $2, $3, 40)',
      [week.hugo.employeeId, type?.['id'], week.date(-30)],
    );
    const [request] = await as(
      db.sql,
      week.hugo,
      (tx) =>
        tx`select id from request_time_off(${type?.['id']}, ${week.date(day)}, ${week.date(day)}, 8)`,
    );
    return String(request?.['id']);
  };
  const balance = async (week: ClosedWeek) => {
    const [row] = await as(
      db.sql,
      week.hugo,
      (tx) =>
        tx`select hours::float8 from time_off_balance(${week.hugo.employeeId}, ${week.today})`,
    );
    return row?.['hours'];
  };

  test('is taken from the balance and paid on an open day, shown before', async () => {
    const week = await ClosedWeek.open();
    const request = await asked(week, 3);
    const preview = await week.act('select * from time_off_preview($1)', [request]);
    expect(preview).toMatchObject([
      { pay_code: 'PTO', minutes: 480, amount_cents: '18480', posted: true },
    ]);
    expect(await balance(week)).toBe(40);
    await week.act('select decide_time_off($1, true, null)', [request]);
    expect(await balance(week)).toBe(32);
    expect(await week.items()).toMatchObject([
      { corrects_date: week.date(3), corrects_pay_code: 'PTO', minutes: 480, amount_cents: 18_480 },
    ]);
    expect(await week.paid()).toBe(LOCKED + 18_480);
    await week.unlock();
    expect(await week.paid()).toBe(LOCKED + 18_480);
    await week.lock();
    expect(await week.paid()).toBe(LOCKED + 18_480);
  });

  test('taken back, balance and pay are as before', async () => {
    const week = await ClosedWeek.open();
    const request = await asked(week, 3);
    await week.act('select decide_time_off($1, true, null)', [request]);
    await week.act('select withdraw_time_off($1)', [request]);
    expect(await balance(week)).toBe(40);
    expect(await week.paid()).toBe(LOCKED);
    expect(await week.owed()).toEqual([]);
  });
});

describe('a late raise', () => {
  test('reaches the job by code, through posting, unlocking and locking', async () => {
    const week = await ClosedWeek.open();
    await week.stage.rate(week.hugo.employeeId, '24.10', { from: week.date(0) });
    const lines = await week.act('select * from payroll_adjustment_lines($1, $2)', [
      week.date(0),
      week.date(6),
    ]);
    expect(new Set(lines.map((line) => `${line['project_id']} ${line['cost_code_id']}`))).toEqual(
      new Set([`${week.project} ${week.code}`]),
    );
    const raised = 96_400 + 8_134;
    expect(lines.reduce((sum, line) => sum + Number(line['amount_cents']), 0)).toBe(
      raised - LOCKED,
    );
    await week.act('select post_payroll_adjustments($1, $2, $3)', [
      week.date(0),
      week.date(6),
      'Raise',
    ]);
    const cost = async () => {
      const rows =
        await db.sql`select cost_code_id, amount::float8 from private.labor_cost(${week.stage.companyId}, ${week.project})`;
      return rows.map((row) => [row['cost_code_id'], row['amount']]);
    };
    expect(await cost()).toEqual([[week.code, raised / 100]]);
    await week.unlock(true);
    expect(await cost()).toEqual([[week.code, raised / 100]]);
    await week.lock();
    expect(await cost()).toEqual([[week.code, raised / 100]]);
    expect(await week.paid()).toBe(raised);
    expect(await week.owed()).toEqual([]);
  });

  test('what was posted for a day as a whole still counts', async () => {
    const week = await ClosedWeek.open();
    await db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, amount_cents, corrects_date)
      values (${week.stage.companyId}, ${week.hugo.employeeId}, ${week.today}, 'ADJUSTMENT', 800, ${week.date(0)})`;
    await week.stage.rate(week.hugo.employeeId, '24.10', { from: week.date(0) });
    const lines = await week.act('select * from payroll_adjustment_lines($1, $2)', [
      week.date(0),
      week.date(6),
    ]);
    expect(lines.map((line) => line['work_date'])).not.toContain(week.date(0));
    await week.act('select post_payroll_adjustments($1, $2, $3)', [
      week.date(0),
      week.date(6),
      'Raise',
    ]);
    expect(await week.paid()).toBe(96_400 + 8_134);
    expect(await week.owed()).toEqual([]);
  });
});
