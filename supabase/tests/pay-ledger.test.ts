import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Random } from '../../testing/random.ts';
import { repeats } from '../../testing/test-length.ts';
import { CertifiedStage } from './certified-payroll-stage.ts';
import { addDays } from './certified-signing.ts';
import { as, openDatabase, type Tx } from './world.ts';

// docs/payroll.md#one-ledger: locking, files, adjustments, restitution, unlocking and rates that change or are deleted, in any order.
const db = await openDatabase();
const FIRST_SEED = Number(process.env['LEDGER_SEED'] ?? 1);
const STEPS = 14;
const MONDAYS = ['2026-03-09', '2026-03-16', '2026-03-23'] as const;
/** Nothing is worked here; what is owed may be posted here, as on today. */
const POSTING = '2026-03-30';
const PERIODS = [...MONDAYS, POSTING] as const;
/** What the database may refuse, because the state does not allow it. Anything else is a failure. */
const REFUSALS = new Set([
  'adjustments_first',
  'already_signed',
  'earlier_week_missing',
  'no_rate',
  'nothing_short',
  'period_locked',
  'period_open',
  'period_not_locked',
  'period_overlaps_locked',
  'report_has_errors',
  'restitution_paid',
  'time_approved',
  'time_overlap',
  'unknown_pay',
  'week_not_approved',
]);

class Ledger {
  readonly site: CertifiedStage;
  readonly worker: string;
  readonly classification: string;
  readonly shop: string;
  readonly today: string;
  readonly taken: string[] = [];
  readonly exported = new Set<string>();
  readonly restitutions: string[] = [];
  hours = { public: [0, 0, 0], private: [0, 0, 0] };
  base = 30;
  rate: number | null = 30;
  lastRate = 30;

  private constructor(site: CertifiedStage, ids: readonly string[]) {
    this.site = site;
    [this.worker, this.classification, this.shop, this.today] = ids as [
      string,
      string,
      string,
      string,
    ];
  }

  static async open(topUp: boolean): Promise<Ledger> {
    // The company's weeks begin on another day than those of its overtime rule and of the contract.
    const site = await CertifiedStage.open(db.sql, {
      topUp,
      weekStart: 4,
      policy: 'FLSA',
      custom: { workweek_start_dow: 1 },
    } as never);
    const worker = await site.worker('30.00');
    const classification = await site.classOf({ base: '30.00' });
    const [row] = await db.sql`select private.company_today(${site.companyId})::text as today`;
    const ledger = new Ledger(site, [
      worker,
      classification,
      await site.stage.project('Shop'),
      row?.['today'],
    ]);
    for (const week of MONDAYS.keys()) {
      for (const day of [0, 1]) await ledger.work(week, day, false);
      await ledger.work(week, 2, true);
      await site.facts(worker, {
        week_end: addDays(MONDAYS[week] as string, 6),
        gross_all: '9999.00',
        federal_tax: '0.00',
        fica: '0.00',
        net: '9999.00',
      });
    }
    return ledger;
  }

  act(story: (tx: Tx) => Promise<unknown>) {
    return as(db.sql, this.site.owner, story);
  }

  async work(week: number, day: number, isPrivate: boolean): Promise<void> {
    const where = isPrivate ? { project: this.shop } : { class: this.classification };
    await this.site.work(this.worker, 7 * week + day, '8', where);
    const hours = this.hours[isPrivate ? 'private' : 'public'];
    hours[week] = (hours[week] ?? 0) + 8;
  }

  /** Cents of each period, and of today, as screens and files have them. */
  async paid(): Promise<Record<string, number>> {
    const [row] = await db.sql`select json_object_agg(p.day, p.cents) as paid from (
      select d.day::text, coalesce((select sum(l.total_cents)
        from private.payroll_lines_between(${this.site.companyId}, d.day, d.last, ${this.worker}, null) l), 0)::int as cents
      from (select m::date as day, m::date + 6 as last from unnest(${[...PERIODS]}::text[]) m
        union all select ${this.today}::date, ${this.today}::date) d) p`;
    return row?.['paid'];
  }

  async locked(): Promise<string[]> {
    const rows = await db.sql`select start_date::text as day from pay_periods
      where company_id = ${this.site.companyId} and status = 'locked'`;
    return rows.map((row) => row['day']);
  }

  export(monday: string) {
    this.exported.add(monday);
    return this.act(
      (tx) => tx`select record_payroll_export(${monday}, ${addDays(monday, 6)}, 'csv')`,
    );
  }

  lock(monday: string) {
    return this.act((tx) => tx`select lock_pay_period(${monday}, ${addDays(monday, 6)}, true)`);
  }

  post(day: string) {
    return this.act(
      (tx) => tx`select post_payroll_adjustments('2026-03-09', '2026-04-05', 'Owed', ${day})`,
    );
  }

  async setRate(rate: number | null): Promise<void> {
    await db.sql`delete from employee_rates where employee_id = ${this.worker}`;
    if (rate !== null) await this.site.stage.rate(this.worker, rate);
    this.rate = rate;
    this.lastRate = rate ?? this.lastRate;
  }

  async setBase(base: number): Promise<void> {
    await db.sql`update work_classifications set base_rate = ${base} where id = ${this.classification}`;
    this.base = base;
  }

  async restitute(monday: string, day: string): Promise<void> {
    const id = randomUUID();
    await this.act(
      (tx) =>
        tx`select post_restitution(${id}, ${this.worker}, ${this.site.project}, ${addDays(monday, 6)}, 'Short', ${day})`,
    );
    this.restitutions.push(id);
  }

  async withdraw(id: string | undefined): Promise<void> {
    if (id) await this.act((tx) => tx`select withdraw_restitution(${id}, 'Mistake')`);
  }

  async late(week: number): Promise<void> {
    const day = addDays(MONDAYS[week] as string, 4);
    const [from, to] = ['06:00', '08:00'].map((time) => this.site.stage.instant(`${day} ${time}`));
    await this.act(
      (
        tx,
      ) => tx`select enter_late_time(${randomUUID()}, ${this.worker}, ${from as string}, ${to as string}, ${this.site.project}, 'Forgotten',
        classification_id_param => ${this.classification})`,
    );
    this.hours.public[week] = (this.hours.public[week] ?? 0) + 2;
  }

  async sign(monday: string): Promise<void> {
    await this.act(
      (tx) => tx`select approve_time(${this.worker}, ${monday}, ${addDays(monday, 6)})`,
    );
    await this.act(
      (tx) =>
        tx`select sign_certified_payroll(${this.site.project}, ${addDays(monday, 6)}, 'Ann Owner', 'President', ${[1, 2, 3, 6]})`,
    );
  }

  /** Every restitution that was not taken back is in payroll as it was decided, and so is what a signed report says of it. */
  async expectWhatWasSworn(): Promise<void> {
    const broken = await db.sql`select r.id from restitutions r
      where r.company_id = ${this.site.companyId} and r.withdrawn_at is null
        and r.amount_cents <> (select coalesce(sum(i.amount_cents), 0) from pay_items i where i.restitution_id = r.id)`;
    expect(broken).toEqual([]);
    const signed =
      await db.sql`select distinct on (p.week_end) p.week_end::text as week_end, p.content
      from certified_payrolls p where p.company_id = ${this.site.companyId} order by p.week_end, p.revision desc`;
    for (const { week_end, content } of signed) {
      const report = await this.site.report(week_end);
      const of = (value: object, key: string) => (value as Record<string, unknown>)[key];
      // What was signed is what it is today, or the product says that it is not.
      if (of(of(report, 'signed') as object, 'version') !== of(report, 'version')) continue;
      expect(of(report, 'rows')).toEqual(content.report.rows);
      expect(of(report, 'restitutions')).toEqual(content.report.restitutions);
    }
  }
}

interface Act {
  readonly run: () => Promise<unknown>;
  /** The periods whose pay it is about. Pay of all others that is locked or in a file stays. */
  readonly of?: readonly string[];
  /** It changes what open days are worth, also those in a file. */
  readonly rates?: boolean;
}

function actsOf(ledger: Ledger, random: Random, locked: readonly string[]): Record<string, Act> {
  const week = random.below(3);
  const monday = MONDAYS[week] as string;
  const sunday = addDays(monday, 6);
  const open = [...PERIODS, ledger.today].filter((day) => !locked.includes(day));
  // Whoever posts on a day whose file was handed out makes that file again.
  const day = random.pick(
    open.filter((at) => at === ledger.today || (at === POSTING && !ledger.exported.has(at))),
  );
  const keep = random.chance(0.3);
  const period = random.pick(PERIODS);
  return {
    lock: { of: [monday], run: () => ledger.lock(monday) },
    'lock the posting week': { of: [POSTING], run: () => ledger.lock(POSTING) },
    export: { run: () => ledger.export(period) },
    unlock: {
      of: [monday],
      run: () =>
        ledger.act((tx) => tx`select unlock_pay_period(${monday}, ${sunday}, 'Look', ${keep})`),
    },
    post: { of: [day], run: () => ledger.post(day) },
    restitution: { of: [day], run: () => ledger.restitute(monday, day) },
    withdraw: { of: open, run: () => ledger.withdraw(random.pick(ledger.restitutions)) },
    class: { rates: true, run: () => ledger.setBase(random.pick([28, 30, 32, 35])) },
    raise: { rates: true, run: () => ledger.setRate(random.pick([30, 31, 33])) },
    'delete the rate': { rates: true, run: () => ledger.setRate(null) },
    late: { of: [ledger.today], run: () => ledger.late(week) },
    work: { of: [monday], run: () => ledger.work(week, 3, random.chance(0.5)) },
    sign: { run: () => ledger.sign(monday) },
  };
}

async function walk(seed: number): Promise<void> {
  const random = new Random(seed);
  const ledger = await Ledger.open(seed % 2 === 0);
  for (const monday of MONDAYS) if (random.chance(0.6)) await ledger.lock(monday);
  for (let step = 0; step < STEPS; step++) {
    const locked = await ledger.locked();
    const before = await ledger.paid();
    const [name, act] = random.pick(Object.entries(actsOf(ledger, random, locked)));
    let refused = '';
    try {
      await act.run();
    } catch (error) {
      refused = (error as { hint?: string }).hint ?? '';
      if (!REFUSALS.has(refused))
        throw new Error(`seed ${seed}, after ${ledger.taken.join('; ')}: ${name}`, {
          cause: error,
        });
    }
    ledger.taken.push(`${name} (${act.of ?? ''}) ${refused}`);
    const after = await ledger.paid();
    for (const period of Object.keys(before)) {
      const isPaid = locked.includes(period) || (ledger.exported.has(period) && !act.rates);
      if (isPaid && (refused !== '' || !act.of?.includes(period)))
        expect([seed, ledger.taken, period, after[period]]).toEqual([
          seed,
          ledger.taken,
          period,
          before[period],
        ]);
    }
    await ledger.expectWhatWasSworn();
  }

  // The end: everybody has a rate, every week is locked, and whatever is owed is posted.
  if (ledger.rate === null) await ledger.setRate(ledger.lastRate);
  const locked = await ledger.locked();
  for (const monday of PERIODS) if (!locked.includes(monday)) await ledger.lock(monday);
  await ledger.post(ledger.today);
  for (const monday of MONDAYS)
    await ledger.restitute(monday, ledger.today).catch((error) => {
      if (error.hint !== 'nothing_short')
        throw new Error(`seed ${seed}: ${error.hint}`, { cause: error });
    });
  const total = Object.values(await ledger.paid()).reduce((sum, cents) => sum + cents, 0);
  const owed = MONDAYS.map(
    (_, week) =>
      (ledger.hours.public[week] as number) * Math.max(ledger.lastRate, ledger.base) +
      (ledger.hours.private[week] as number) * ledger.lastRate,
  ).reduce((sum, dollars) => sum + dollars, 0);
  const left = await ledger.act(
    (tx) =>
      tx`select difference_cents::int from payroll_adjustments_owed('2026-03-01', '2026-04-30')`,
  );
  expect([seed, ledger.taken, total, left]).toEqual([seed, ledger.taken, owed * 100, []]);
  await ledger.expectWhatWasSworn();
}

test('whatever happens to locks, files, rates and classes, everybody is paid what they are owed, once', async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + repeats(500, 3); seed++) await walk(seed);
}, 3_600_000);
