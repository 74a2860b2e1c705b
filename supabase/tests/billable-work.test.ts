import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { Random } from '../../testing/random.ts';
import { repeats } from '../../testing/test-length.ts';
import { PayrollStage } from './payroll-stage.ts';
import { as, openDatabase, type Tx } from './world.ts';

const db = await openDatabase();
const WEEKS = repeats(300, 12);
const POLICIES = [{ policy: 'FLSA' }, { policy: 'CA' }, { custom: { workday_start: '05:00' } }];

interface Work {
  time: {
    hours: number;
    hours_kind: string;
    days: { work_date: string; minutes: number; entries: { id: string; minutes: number }[] }[];
  }[];
  missing: unknown[];
  unapproved_minutes: number;
}

/** A company with a project that bills its time, and a worker who is billed at three rates. */
class Site {
  readonly stage: PayrollStage;
  project = '';
  /** A Monday that tickets can still be drafted for. */
  readonly monday: Temporal.PlainDate;
  worker = '';

  private constructor(stage: PayrollStage) {
    this.stage = stage;
    const today = Temporal.Now.plainDateISO(stage.timeZone);
    this.monday = today.subtract({ days: today.dayOfWeek - 1 + 28 });
  }

  static async open(options: { policy?: string; custom?: Record<string, unknown> } = {}) {
    const stage = await PayrollStage.open(db.sql, {
      ...(options.policy ? { policy: options.policy } : {}),
      ...(options.custom ? { custom: options.custom } : {}),
    });
    const site = new Site(stage);
    await site.begin();
    return site;
  }

  async begin() {
    this.project = await this.stage.project();
    await db.sql`insert into billing_terms (company_id, project_id, bills_time) values (${this.stage.companyId}, ${this.project}, true)`;
    this.worker = await this.stage.worker('30.00');
    await db.sql`insert into bill_rates (company_id, employee_id, rate, overtime_rate, double_time_rate)
      values (${this.stage.companyId}, ${this.worker}, 80, 120, 160)`;
  }

  day(number: number) {
    return this.monday.add({ days: number }).toString();
  }

  owner<T>(story: (tx: Tx) => Promise<T>) {
    return as(db.sql, this.stage.owner, story);
  }

  work(day: number, from: string, to: string, code: string | null = null) {
    const until = to < from ? day + 1 : day;
    return this.stage.work(this.worker, `${this.day(day)} ${from}`, `${this.day(until)} ${to}`, {
      project: this.project,
      code,
    });
  }

  approve() {
    return this.owner(
      (tx) => tx`select approve_time(${this.worker}, ${this.day(-1)}, ${this.day(8)})`,
    );
  }

  /** Changes time that was approved. */
  async change(story: () => PromiseLike<unknown>) {
    await db.sql`delete from approvals where employee_id = ${this.worker}`;
    await story();
    await this.approve();
  }

  async ticket(day: number, entries: string[]) {
    const [row] = await this.owner(
      (tx) => tx`select (draft_ticket(${this.project}, ${this.day(day)}, ${entries})).id`,
    );
    return row?.['id'] as string;
  }

  async billable() {
    const [row] = await this.owner(
      (tx) => tx`select billable_work(${this.project}, ${this.day(-1)}, ${this.day(9)}) as it`,
    );
    return row?.['it'] as Work;
  }

  async invoice() {
    const [row] = await this.owner(
      (tx) =>
        tx`select (draft_invoice(${this.project}, ${this.day(-1)}, ${this.day(9)}, '{}', true)).id`,
    );
    return row?.['id'] as string;
  }

  void(invoice: string) {
    return this.owner((tx) => tx`select void_invoice(${invoice}, 'Again')`);
  }

  lock() {
    return this.owner((tx) => tx`select lock_pay_period(${this.day(0)}, ${this.day(6)})`);
  }

  async late(day: number, from: string, to: string) {
    await this.owner(
      (tx) => tx`select enter_late_time(${randomUUID()}, ${this.worker},
        ${this.stage.instant(`${this.day(day)} ${from}`)}, ${this.stage.instant(`${this.day(day)} ${to}`)}, ${this.project}, 'Paper sheet')`,
    );
  }
}

const offered = (work: Work) =>
  work.time.flatMap(({ days }) => days).reduce((sum, { minutes }) => sum + minutes, 0);
const byKind = ({ time }: Work) =>
  Object.fromEntries(time.map(({ hours_kind, hours }) => [hours_kind, hours]));

test('XW-15: hours of a ticket are not billed again, whatever payroll calls them', async () => {
  const site = await Site.open({ policy: 'FLSA' });
  for (const day of [0, 1, 2, 3]) await site.work(day, '07:00', '16:00');
  const friday = await site.work(4, '08:00', '16:00');
  await site.approve();
  expect(byKind(await site.billable())).toEqual({ regular: 40, overtime: 4 });
  await site.ticket(4, [friday]);
  expect(byKind(await site.billable())).toEqual({ regular: 36 });
});

test('XW-16: hours added to a day that was billed are billable, also in the same entry', async () => {
  const site = await Site.open({ policy: 'FLSA' });
  const first = await site.work(0, '07:00', '11:00');
  await site.approve();
  const invoice = await site.invoice();
  expect((await site.billable()).time).toEqual([]);
  await site.work(0, '12:00', '16:00');
  expect(await site.billable()).toMatchObject({ time: [], unapproved_minutes: 240 });
  await site.approve();
  expect(byKind(await site.billable())).toEqual({ regular: 4 });
  await site.invoice();
  const later = site.stage.instant(`${site.day(0)} 11:30`);
  await site.change(() => db.sql`update time_entries set clock_out = ${later} where id = ${first}`);
  expect(byKind(await site.billable())).toEqual({ regular: 0.5 });
  await site.void(invoice);
  expect(byKind(await site.billable())).toEqual({ regular: 4.5 });
});

test('time on an invoice is not drafted on a ticket again, nor billed again when it is entered anew', async () => {
  const site = await Site.open({ policy: 'FLSA' });
  const entry = await site.work(0, '07:00', '15:00');
  await site.approve();
  await site.invoice();
  const ticket = await site.ticket(0, [entry]);
  expect(await db.sql`select from ticket_lines where ticket_id = ${ticket}`).toHaveLength(0);
  await site.change(async () => {
    await db.sql`delete from time_entries where id = ${entry}`;
    await site.work(0, '07:00', '16:00');
  });
  expect(byKind(await site.billable())).toEqual({ regular: 1 });
});

test('hours of a person that were typed on a ticket, and those whose time was deleted, are on the ticket', async () => {
  const site = await Site.open({ policy: 'FLSA' });
  const entry = await site.work(0, '07:00', '15:00');
  await site.approve();
  const id = randomUUID();
  await site.owner(
    (tx) =>
      tx`select save_ticket(${id}, ${db.sql.json({
        project_id: site.project,
        work_date: site.day(0),
        lines: [
          { kind: 'labor', employee_id: site.worker, description: 'x', quantity: 2, unit: 'h' },
        ],
      })})`,
  );
  expect(byKind(await site.billable())).toEqual({ regular: 6 });
  await site.ticket(0, [entry]);
  await site.change(async () => {
    await db.sql`delete from time_entries where id = ${entry}`;
    await site.work(0, '07:00', '15:00');
  });
  expect((await site.billable()).time).toEqual([]);
});

test('time that reached a locked period late is billable, once', async () => {
  const site = await Site.open({ policy: 'FLSA' });
  for (const day of [0, 1, 2, 3, 4]) await site.work(day, '07:00', '15:00');
  await site.approve();
  await site.lock();
  await site.invoice();
  await site.late(5, '07:00', '11:00');
  await site.late(0, '16:00', '17:00');
  // Of Friday's eight hours one is overtime now; they are billed as they were.
  expect(byKind(await site.billable())).toEqual({ regular: 1, overtime: 4 });
  await site.invoice();
  expect((await site.billable()).time).toEqual([]);
});

test('a ticket over midnight is taken from both days', async () => {
  for (const options of POLICIES) {
    const site = await Site.open(options);
    const night = await site.work(0, '20:00', '04:00');
    await site.work(1, '12:00', '13:00');
    await site.approve();
    await site.ticket(0, [night]);
    expect(byKind(await site.billable()), JSON.stringify(options)).toEqual({ regular: 1 });
  }
});

test(`of ${WEEKS} generated weeks no minute is billed twice, and none is unseen`, {
  timeout: 60_000 + WEEKS * 2000,
}, async () => {
  const sites = await Promise.all(POLICIES.map((options) => Site.open(options)));
  const codes = await Promise.all(sites.map(({ stage }) => stage.code('100')));
  for (let week = 0; week < WEEKS; week++) {
    const random = new Random(week);
    const site = sites[week % sites.length] as Site;
    await site.begin();
    const code = () => (random.chance(0.5) ? null : (codes[week % sites.length] as string));
    const clock = (minutes: number) =>
      `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    let worked = 0;
    const entries: { id: string; day: number }[] = [];
    const add = async (day: number, from: number, minutes: number) => {
      const id = await site.work(day, clock(from), clock(from + minutes), code());
      const [row] =
        await db.sql`select (extract(epoch from clock_out - clock_in) / 60)::int as minutes from time_entries where id = ${id}`;
      worked += row?.['minutes'];
      entries.push({ id, day });
    };
    for (let day = 0; day < 6; day++) {
      if (random.chance(0.8)) await add(day, 300 + random.below(60), 60 + random.below(300));
      // Nights reach into the next day before its first shift.
      if (random.chance(0.5)) await add(day, 1020 + random.below(180), 60 + random.below(420));
    }
    await site.approve();
    let billed = 0;
    let onTickets = 0;
    const invoices: { id: string; minutes: number }[] = [];
    const story: string[] = [];
    for (let step = 0; step < 8; step++) {
      const action = random.pick([
        'ticket',
        'ticket',
        'invoice',
        'void',
        'late',
        'approve',
      ] as const);
      story.push(action);
      if (action === 'ticket' && entries.length > 0) {
        const { id, day } = random.pick(entries);
        await site.ticket(day, [id]);
        const [sum] =
          await db.sql`select coalesce(sum(round(quantity * 60)), 0)::int as minutes from ticket_lines t
          join time_entries e on e.id = t.time_entry_id where e.employee_id = ${site.worker}`;
        onTickets = sum?.['minutes'];
      } else if (action === 'invoice') {
        const work = await site.billable();
        if (work.time.length > 0) {
          const minutes = offered(work);
          invoices.push({ id: await site.invoice(), minutes });
          billed += minutes;
        }
      } else if (action === 'void') {
        const invoice = invoices.pop();
        if (invoice) await site.void(invoice.id);
        billed -= invoice?.minutes ?? 0;
      } else if (action === 'late') {
        await add(random.below(6), 720 + 30 * step, 29);
      } else await site.approve();
      const work = await site.billable();
      const told = `week ${week}: ${story.join(', ')}`;
      expect(work.missing, told).toEqual([]);
      expect(onTickets + billed, told).toBeLessThanOrEqual(worked);
      expect(onTickets + billed + offered(work) + work.unapproved_minutes, told).toBe(worked);
    }
  }
});
