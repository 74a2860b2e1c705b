import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { repeats } from '../../testing/test-length.ts';
import {
  type Entry,
  overRatio,
  type Policy,
  type Site,
  type WeekPay,
  type Worker,
  weekPay,
} from './naive-public-pay.ts';
import { as, openCompany, type Tx } from './world.ts';

const { db, us } = await openCompany();
const { sql } = db;

const PEOPLE = 40;
const WEEKS = repeats(2_000, 400) / PEOPLE;
const FIRST = '2025-01-06'; // a Monday
const CRAFTS = ['Carpenter', 'Laborer'];
const RATIO = { apprentices: 1, journeyworkers: 2 };
const e4 = (dollars: number): number => Math.round(dollars * 10_000);
const dollars = (amount: number): string => (amount / 10_000).toFixed(4);
const plus = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const instant = (date: string, minute: number): string =>
  // Phoenix keeps no summer time.
  new Date(Date.parse(`${date}T07:00:00Z`) + minute * 60_000).toISOString();

/** Numbers up to, not including, the limit; the same in every run. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
const random = seeded(43);
const chance = (percent: number): boolean => random(100) < percent;
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;

const POLICIES: Policy[] = [
  {
    from: '2020-01-06',
    weeklyAfter: 2400,
    daily: [],
    inEffect: false,
    dolCents: false,
    floor: true,
  },
  {
    from: plus(FIRST, 70),
    weeklyAfter: 2400,
    daily: [],
    inEffect: true,
    dolCents: false,
    floor: true,
  },
  {
    from: plus(FIRST, 140),
    weeklyAfter: 2400,
    daily: [{ after: 480, mult: 1.5 }],
    inEffect: false,
    dolCents: true,
    floor: true,
  },
  {
    from: plus(FIRST, 210),
    weeklyAfter: null,
    daily: [],
    inEffect: false,
    dolCents: false,
    floor: false,
  },
  {
    from: plus(FIRST, 280),
    weeklyAfter: 3000,
    daily: [],
    inEffect: false,
    dolCents: false,
    floor: true,
  },
];
const WORLD = { policies: POLICIES, ratio: RATIO, apprenticeCraft: 'Carpenter' };

const SITES: Site[] = [
  ['federal', 'applies', true],
  ['federal', 'does_not', false],
  ['ca', 'unknown', true],
  [null, null, null],
].map(([regime, cwhssa, topUp], number) => ({
  id: randomUUID(),
  contract: regime ? ({ regime, cwhssa, topUp } as Site['contract']) : null,
  classes: Object.fromEntries(
    regime
      ? CRAFTS.map((craft) => [
          craft,
          // The second determination begins inside a week.
          ['2024-01-01', '2025-06-11'].map((from) => ({
            id: randomUUID(),
            from,
            base: e4(28 + random(1200) / 100),
            fringe: e4(8 + random(800) / 100),
            overtime:
              craft === 'Carpenter' && number === 2
                ? {
                    daily: [
                      { after: 480, mult: 1.5 },
                      { after: 600, mult: 2 },
                    ],
                    day_rules: [{ dow: 0, mult: 2 }],
                  }
                : null,
          })),
        ])
      : [],
  ),
}));
const PLANS = [3.75, 5.1, 2.49].map((credit) => ({ id: randomUUID(), credit: e4(credit) }));
const PROGRAM = randomUUID();

function makeWorker(number: number): Worker {
  const from = plus(FIRST, random(200));
  return {
    id: randomUUID(),
    rates: [
      { from: '2020-01-01', rate: e4(24 + random(160_000) / 10_000) },
      ...(chance(40) ? [{ from, rate: e4(26 + random(1600) / 100) }] : []),
    ],
    plans: PLANS.filter(() => chance(40)).map(({ credit }) => ({
      credit,
      from: plus(FIRST, random(100)),
      to: plus(FIRST, 120 + random(250)),
    })),
    cash: SITES.filter(({ contract }) => contract && chance(35)).map((site) => ({
      site: site.id,
      from: plus(FIRST, random(120)),
      cash: chance(50) ? null : e4(random(1500) / 100),
    })),
    steps:
      number % 5 === 0
        ? [
            { from: '2024-06-01', to: plus(FIRST, 150), percent: 60, fringePercent: null },
            { from: plus(FIRST, 151), to: plus(FIRST, 300), percent: 75.5, fringePercent: 75.5 },
          ]
        : [],
  };
}
const WORKERS = Array.from({ length: PEOPLE }, (_, number) => makeWorker(number));

function makeDay(worker: Worker, number: number, date: string): Entry[] {
  let start = 300 + random(200) * 1 + number;
  const pieces = 1 + random(3);
  return Array.from({ length: pieces }, () => {
    const site = pick(SITES);
    const end = Math.min(start + 60 + random(Math.ceil(720 / pieces)), 1430);
    const entry: Entry = {
      id: randomUUID(),
      worker,
      site,
      craft: site.contract ? pick(CRAFTS) : null,
      date,
      start,
      end,
    };
    start = Math.min(end + random(60), 1430);
    return entry;
  }).filter(({ start: from, end }) => end > from);
}

const rowOf = ({ id, worker, site, craft, date, start, end }: Entry) => ({
  id,
  employee_id: worker.id,
  project_id: site.id,
  // Any class of the series names it: the one in force is found by the day.
  classification_id: craft === null ? null : pick(site.classes[craft] ?? []).id,
  work_date: date,
  clock_in: instant(date, start),
  clock_out: instant(date, end),
});
const store = (entries: readonly Entry[], tx: Tx = sql) =>
  tx`insert into time_entries (company_id, id, employee_id, project_id, classification_id, work_date, status, clock_in, clock_out)
    select ${us.id}, r.id, r.employee_id, r.project_id, r.classification_id, r.work_date, 'completed', r.clock_in, r.clock_out
    from jsonb_to_recordset(${tx.json(entries.map(rowOf) as never)}) r
      (id uuid, employee_id uuid, project_id uuid, classification_id uuid, work_date date, clock_in timestamptz, clock_out timestamptz)`;

async function setUp(): Promise<void> {
  await sql`update companies set time_zone = 'America/Phoenix', week_start = 1 where id = ${us.id}`;
  for (const { from, weeklyAfter, daily, inEffect, dolCents, floor } of POLICIES) {
    const custom = {
      weekly_after: weeklyAfter,
      daily,
      rate_method: inEffect ? 'rate_in_effect' : 'weighted_average',
      agreement_7g2: inEffect,
      regular_rate: dolCents ? 'dol_cents' : 'exact',
      flsa_floor_check: floor,
    };
    await as(
      sql,
      us.owner,
      (tx) => tx`select set_overtime_policy('CUSTOM', ${from}, ${tx.json(custom as never)})`,
    );
  }
  for (const { id, contract, classes } of SITES) {
    await sql`insert into projects (company_id, id, name) values (${us.id}, ${id}, ${id})`;
    if (!contract) continue;
    await sql`insert into public_contracts (company_id, project_id, regime, cwhssa, top_up)
      values (${us.id}, ${id}, ${contract.regime}, ${contract.cwhssa}, ${contract.topUp})`;
    for (const [number, from] of ['2024-01-01', '2025-06-11'].entries()) {
      const determination = randomUUID();
      await sql`insert into wage_determinations (company_id, id, project_id, number, modification, effective_from)
        values (${us.id}, ${determination}, ${id}, 'AZ20250001', ${String(number)}, ${from})`;
      for (const [craft, terms] of Object.entries(classes)) {
        const term = terms[number];
        if (!term) continue;
        await sql`insert into work_classifications (company_id, id, determination_id, code, name, base_rate, fringe_rate, overtime)
          values (${us.id}, ${term.id}, ${determination}, ${craft}, ${craft}, ${dollars(term.base)}, ${dollars(term.fringe)},
            ${term.overtime ? sql.json(term.overtime as never) : null})`;
      }
    }
  }
  for (const { id, credit } of PLANS) {
    await sql`insert into fringe_plans (company_id, id, name, cost_amount, from_date)
      values (${us.id}, ${id}, ${id}, ${dollars(credit)}, '2020-01-01')`;
  }
  await sql`insert into apprenticeship_programs (company_id, id, name, occupation, ratio_apprentices, ratio_journeyworkers, fringe_rule)
    values (${us.id}, ${PROGRAM}, 'Joint program', 'Carpenter', ${RATIO.apprentices}, ${RATIO.journeyworkers}, 'program')`;
  for (const worker of WORKERS) {
    await sql`insert into employees (company_id, id, first_name, last_name) values (${us.id}, ${worker.id}, 'Pat', ${worker.id})`;
    for (const { from, rate } of worker.rates) {
      await sql`insert into employee_rates (company_id, employee_id, hourly_rate, effective_from)
        values (${us.id}, ${worker.id}, ${dollars(rate)}, ${from})`;
    }
    for (const { credit, from, to } of worker.plans) {
      const plan = PLANS.find((one) => one.credit === credit)?.id ?? '';
      await sql`insert into employee_fringe_plans (company_id, employee_id, plan_id, from_date, to_date)
        values (${us.id}, ${worker.id}, ${plan}, ${from}, ${to})`;
    }
    for (const { site, from, cash } of worker.cash) {
      const usual = SITES.find(({ id }) => id === site)?.classes['Laborer']?.[0]?.id ?? '';
      await sql`insert into employee_classifications (company_id, employee_id, project_id, classification_id, from_date, cash_in_lieu)
        values (${us.id}, ${worker.id}, ${site}, ${usual}, ${from}, ${cash === null ? null : dollars(cash)})`;
    }
    for (const { from, to, percent, fringePercent } of worker.steps) {
      await sql`insert into apprenticeships (company_id, employee_id, program_id, from_date, to_date, level, percent, fringe_percent)
        values (${us.id}, ${worker.id}, ${PROGRAM}, ${from}, ${to}, 'step', ${percent}, ${fringePercent})`;
    }
  }
}

async function readPay(first: string, last: string): Promise<Map<string, WeekPay>> {
  const lines = await as(
    sql,
    us.owner,
    (
      tx,
    ) => tx`select employee_id, week_start::text as week, project_id, classification_id, multiplier::text as multiplier,
      pay_code, minutes, straight_cents::integer as straight, premium_cents::integer as premium
      from payroll_lines_for(${us.id}, ${first}, ${last})`,
  );
  const weeks = new Map<string, { -readonly [K in keyof WeekPay]: WeekPay[K] }>();
  for (const line of lines) {
    const key = `${line['employee_id']} ${line['week']}`;
    const pay = weeks.get(key) ?? {
      straight: new Map(),
      cash: new Map(),
      minutes: new Map(),
      premium: 0,
      adjustment: 0,
    };
    const part = `${line['project_id']} ${line['classification_id'] ?? 'none'}`;
    if (line['pay_code'] === 'FRINGE_CASH') {
      pay.cash.set(part, (pay.cash.get(part) ?? 0) + line['straight'] + line['premium']);
    } else if (line['pay_code'] === 'FLSA_ADJ') {
      pay.adjustment += line['straight'] + line['premium'];
    } else {
      const group = `${part} ${Number(line['multiplier']) * 100}`;
      pay.straight.set(group, (pay.straight.get(group) ?? 0) + line['straight']);
      const multiplier = String(Number(line['multiplier']) * 100);
      pay.minutes.set(multiplier, (pay.minutes.get(multiplier) ?? 0) + line['minutes']);
      pay.premium += line['premium'];
    }
    weeks.set(key, pay);
  }
  return weeks;
}

const sorted = ({ straight, cash, minutes, premium, adjustment }: WeekPay) => ({
  minutes: [...minutes].sort(),
  straight: [...straight].sort(),
  cash: [...cash].filter(([, cents]) => cents !== 0).sort(),
  premium,
  adjustment,
});

test(`${WEEKS * PEOPLE} weeks of public and private work equal a recomputation minute by minute, after edits in any order`, async () => {
  await setUp();
  const entries: Entry[] = [];
  const late: Entry[] = [];
  for (let week = 0; week < WEEKS; week++) {
    for (const [number, worker] of WORKERS.entries()) {
      for (let day = 0; day < 7; day++) {
        if (!chance(day < 5 ? 92 : 30)) continue;
        for (const entry of makeDay(worker, number, plus(FIRST, week * 7 + day))) {
          (chance(4) ? late : entries).push(entry);
        }
      }
    }
  }
  // The start is loaded as a copy is; what follows goes through every trigger.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await store(entries, tx);
  });
  await sql`analyze time_entries`;
  const last = plus(FIRST, WEEKS * 7 - 1);
  await readPay(FIRST, last);

  // What comes later, in any order, with looks in between that fill what is cached.
  const changes: (() => Promise<unknown>)[] = [];
  for (let from = 0; from < late.length; from += 40) {
    changes.push(() => store(late.slice(from, from + 40)));
  }
  const removed = new Set<Entry>();
  const rebooked = entries.filter((entry) => entry.craft !== null && chance(2));
  for (const entry of rebooked) {
    changes.push(async () => {
      entry.craft = entry.craft === 'Carpenter' ? 'Laborer' : 'Carpenter';
      const id = entry.site.classes[entry.craft]?.[0]?.id ?? '';
      await sql`update time_entries set classification_id = ${id} where company_id = ${us.id} and id = ${entry.id}`;
    });
  }
  for (const entry of entries.filter((one) => !rebooked.includes(one) && chance(1))) {
    changes.push(
      chance(50)
        ? async () => {
            entry.end = entry.start + Math.ceil((entry.end - entry.start) / 2);
            await sql`update time_entries set clock_out = ${instant(entry.date, entry.end)}
              where company_id = ${us.id} and id = ${entry.id}`;
          }
        : async () => {
            removed.add(entry);
            await sql`delete from time_entries where company_id = ${us.id} and id = ${entry.id}`;
          },
    );
  }
  const [first] = SITES;
  const raised = first?.classes['Laborer']?.[1];
  const contract = SITES[1]?.contract;
  const promoted = WORKERS.find(({ steps }) => steps.length > 0)?.steps[1];
  const leaving = WORKERS.find(({ plans }) => plans.length > 0);
  if (!raised || !contract || !promoted || !leaving) throw new Error('Nothing to change.');
  changes.push(
    async () => {
      raised.base += 12_300;
      await sql`update work_classifications set base_rate = ${dollars(raised.base)} where id = ${raised.id}`;
    },
    async () => {
      contract.cwhssa = 'unknown';
      await sql`update public_contracts set cwhssa = 'unknown' where project_id = ${SITES[1]?.id ?? ''}`;
    },
    async () => {
      promoted.percent = 80;
      const person = WORKERS.find(({ steps }) => steps.includes(promoted))?.id ?? '';
      await sql`update apprenticeships set percent = 80 where employee_id = ${person} and from_date = ${promoted.from}`;
    },
    async () => {
      const [plan] = leaving.plans;
      if (!plan) return;
      plan.to = plus(plan.from, 30);
      await sql`update employee_fringe_plans set to_date = ${plan.to} where employee_id = ${leaving.id}
        and plan_id = ${PLANS.find(({ credit }) => credit === plan.credit)?.id ?? ''}`;
    },
  );
  for (let at = changes.length; at > 0; at--) {
    const [change] = changes.splice(random(changes.length), 1);
    await change?.();
    if (at % 25 === 0) {
      const week = plus(FIRST, 7 * random(WEEKS));
      await readPay(week, plus(week, 6));
    }
  }

  const all = [...entries, ...late].filter((entry) => !removed.has(entry));
  const over = overRatio(all, WORLD);
  expect(over.size).toBeGreaterThan(WEEKS);
  const paid = await readPay(FIRST, last);
  const weeks = Map.groupBy(all, ({ worker, date }) => {
    const number = Math.floor(
      (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${FIRST}T00:00:00Z`)) / (7 * 86_400_000),
    );
    return `${worker.id} ${plus(FIRST, number * 7)}`;
  });
  expect(weeks.size).toBeGreaterThan(WEEKS * PEOPLE * 0.98);
  const none: WeekPay = {
    straight: new Map(),
    cash: new Map(),
    minutes: new Map(),
    premium: 0,
    adjustment: 0,
  };
  const wrong: unknown[] = [];
  for (const [key, some] of weeks) {
    const naive = sorted(weekPay(key.split(' ')[1] ?? '', some, over, WORLD));
    const real = sorted(paid.get(key) ?? none);
    if (JSON.stringify(naive) !== JSON.stringify(real)) wrong.push({ key, naive, real });
  }
  expect(wrong.slice(0, 2)).toEqual([]);
  expect(wrong).toHaveLength(0);
});
