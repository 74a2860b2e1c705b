import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type NaiveBreak, type NaiveEntry, naiveDue, naiveState } from './naive-breaks.ts';
import { PayrollStage } from './payroll-stage.ts';
import { openDatabase } from './world.ts';

const db = await openDatabase();
let ca: PayrollStage;

beforeAll(async () => {
  ca = await PayrollStage.open(db.sql, {
    timeZone: 'America/Los_Angeles',
    policy: 'CA',
    custom: { rest_premium: true },
  });
});

const START = new Date('2026-03-10T07:00:00-07:00');
const at = (minute: number, start = START) => new Date(start.getTime() + minute * 60_000);

interface Day {
  readonly entries: readonly NaiveEntry[];
  readonly waived?: boolean;
  readonly project?: string | null;
  readonly start?: Date;
}

/** A person with this day, whose last entry runs. */
async function work(stage: PayrollStage, { entries, waived = false, project = null, start }: Day) {
  const employee = await stage.worker();
  for (const entry of entries) {
    const id = randomUUID();
    await db.sql`insert into time_entries (company_id, id, employee_id, clock_in, clock_out, meal_waived, project_id)
      values (${stage.companyId}, ${id}, ${employee}, ${at(entry.from, start)}, ${entry.to === null ? null : at(entry.to, start)}, ${waived}, ${project})`;
    for (const pause of entry.breaks) {
      await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
        values (${stage.companyId}, ${id}, ${at(pause.from, start)}, ${pause.to === null ? null : at(pause.to, start)}, ${pause.kind}, ${pause.paid})`;
    }
  }
  return employee;
}

async function dueOf(stage: PayrollStage, employee: string, minute: number, start?: Date) {
  const rows = await db.sql`
    select kind, number, due_at from private.breaks_due(${stage.companyId}, ${[employee]}, ${at(minute, start)}) order by kind, number`;
  return rows.map((row) => ({
    kind: row['kind'],
    number: row['number'],
    minutes: ((row['due_at'] as Date).getTime() - at(minute, start).getTime()) / 60_000,
  }));
}

const running = (breaks: readonly NaiveBreak[] = []): NaiveEntry[] => [
  { from: 0, to: null, breaks },
];
const meal = (from: number, to: number | null): NaiveBreak => ({
  from,
  to,
  kind: 'meal',
  paid: false,
});
const rest = (from: number, to: number | null): NaiveBreak => ({
  from,
  to,
  kind: 'rest',
  paid: true,
});

describe('California: a meal by the end of the fifth and of the tenth hour, a rest in each four', () => {
  const M = (number: number, minutes: number) => ({ kind: 'meal', number, minutes });
  const R = (number: number, minutes: number) => ({ kind: 'rest', number, minutes });
  test.each<[string, Day, number, ReturnType<typeof M>[]]>([
    ['just started', { entries: running() }, 0, [M(1, 300), R(1, 240)]],
    ['an hour in', { entries: running() }, 60, [M(1, 240), R(1, 180)]],
    ['BR-7: the last minute in time', { entries: running() }, 300, [M(1, 0), R(1, -60)]],
    ['BR-7: a minute late', { entries: running() }, 301, [M(1, -1), R(1, -61)]],
    [
      'a meal early, a rest in time',
      { entries: running([rest(120, 130), meal(240, 270)]) },
      300,
      [M(2, 330), R(2, 210)],
    ],
    [
      'a meal late counts as the first',
      { entries: running([meal(310, 340)]) },
      400,
      [M(2, 230), R(1, -130)],
    ],
    [
      'twenty minutes are no meal',
      { entries: running([meal(240, 260)]) },
      280,
      [M(1, 20), R(1, -40)],
    ],
    [
      'nine minutes are no rest',
      { entries: running([rest(100, 109)]) },
      110,
      [M(1, 190), R(1, 130)],
    ],
    [
      'out for lunch and in again',
      {
        entries: [
          { from: 0, to: 240, breaks: [] },
          { from: 280, to: null, breaks: [] },
        ],
      },
      300,
      [M(2, 340), R(1, -20)],
    ],
    ['waived: until six hours', { entries: running(), waived: true }, 310, [M(1, 50), R(1, -70)]],
    [
      'waived in vain: over six hours',
      { entries: running(), waived: true },
      370,
      [M(1, -10), R(1, -130)],
    ],
    [
      'the second waived: until twelve',
      { entries: running([meal(240, 270)]), waived: true },
      640,
      [M(2, 110), R(1, -370)],
    ],
    [
      'two meals: none is left',
      { entries: running([meal(240, 270), meal(600, 630)]) },
      700,
      [R(1, -400)],
    ],
    [
      'a night shift over midnight',
      { entries: running([meal(240, 270)]), start: new Date('2026-03-10T21:00:00-07:00') },
      420,
      [M(2, 210), R(1, -150)],
    ],
    [
      'the night in which clocks go forward',
      { entries: running(), start: new Date('2026-03-07T22:00:00-08:00') },
      295,
      [M(1, 5), R(1, -55)],
    ],
  ])('%s', async (_name, day, minute, expected) => {
    const employee = await work(ca, day);
    expect(await dueOf(ca, employee, minute, day.start)).toEqual(expected);
  });

  test('nothing is due on a break, and the count goes on after it', async () => {
    const employee = await work(ca, { entries: running([meal(250, null)]) });
    expect(await dueOf(ca, employee, 260)).toEqual([]);
    const [state] = await db.sql`
      select worked, meals, by_fifth_hour from private.break_states(${ca.companyId}, ${[employee]}, ${at(260)})`;
    expect(state).toMatchObject({ worked: 250, meals: 1, by_fifth_hour: 1 });
  });

  test('nothing is due after the clock stopped, nor on one nobody stopped for days', async () => {
    const employee = await work(ca, { entries: running() });
    expect(await dueOf(ca, employee, 40 * 60)).toEqual([]);
    await db.sql`update time_entries set clock_out = ${at(200)} where employee_id = ${employee}`;
    expect(await dueOf(ca, employee, 250)).toEqual([]);
  });
});

test('rules follow the person, then the project; FLSA asks for no breaks', async () => {
  const flsa = await PayrollStage.open(db.sql, { timeZone: 'America/Denver', policy: 'FLSA' });
  const site = await flsa.project();
  await flsa.policy('CA', undefined, { project: site });
  const exempt = await work(flsa, { entries: running(), project: site });
  await flsa.policy('FLSA', undefined, { employee: exempt });
  const elsewhere = await work(flsa, { entries: running() });
  const there = await work(flsa, { entries: running(), project: site });
  expect(await dueOf(flsa, exempt, 100)).toEqual([]);
  expect(await dueOf(flsa, elsewhere, 100)).toEqual([]);
  // The preset has no rests: most sites do not punch them.
  expect(await dueOf(flsa, there, 100)).toEqual([{ kind: 'meal', number: 1, minutes: 200 }]);
  expect(await dueOf(flsa, there, 0)).toEqual([{ kind: 'meal', number: 1, minutes: 300 }]);
});

/** The same numbers every time. */
function seeded(seed: number) {
  let state = seed;
  return (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
}

/** Entries with gaps of up to an hour and breaks of all kinds; the last runs. */
function randomDay(random: (max: number) => number, now: number): NaiveEntry[] {
  const entries: NaiveEntry[] = [];
  let from = 0;
  for (;;) {
    const isLast = entries.length === 3 || random(2) === 0 || now - from < 120;
    const to = isLast ? now : from + 30 + random(now - from - 60);
    const breaks: NaiveBreak[] = [];
    let free = from + random(150);
    while (free < to - 1 && breaks.length < 4) {
      const end = free + 1 + random(70);
      const isOpen = end >= to && isLast && random(2) === 0;
      if (end >= to && !isOpen) break;
      const kind = random(2) === 0 ? 'meal' : 'rest';
      breaks.push({ from: free, to: isOpen ? null : end, kind, paid: random(3) === 0 });
      if (isOpen) break;
      free = end + 1 + random(200);
    }
    entries.push({ from, to: isLast ? null : to, breaks });
    if (isLast) return entries;
    from = to + random(61);
    if (from >= now - 1) return [{ from: 0, to: null, breaks: [] }];
  }
}

test('500 generated days agree with a recomputation minute by minute', {
  timeout: 120_000,
}, async () => {
  const random = seeded(42);
  const now = 14 * 60;
  const days = Array.from({ length: 500 }, () => {
    const minute = 1 + random(now);
    const start = at(now - minute);
    return {
      id: randomUUID(),
      minute,
      start,
      isWaived: random(4) === 0,
      entries: randomDay(random, minute),
    };
  });
  const entries = days.flatMap((day) =>
    day.entries.map((entry) => ({ ...entry, id: randomUUID(), day })),
  );
  await db.sql`insert into employees (company_id, id, first_name, last_name)
    select ${ca.companyId}, id, 'Maria', 'Lopez' from jsonb_to_recordset(${db.sql.json(days as never)}) as d (id uuid)`;
  await db.sql`insert into time_entries (company_id, id, employee_id, clock_in, clock_out, meal_waived)
    select ${ca.companyId}, id, employee_id, clock_in, clock_out, waived from jsonb_to_recordset(${db.sql.json(
      entries.map(({ id, day, from, to }) => ({
        id,
        employee_id: day.id,
        clock_in: at(from, day.start),
        clock_out: to === null ? null : at(to, day.start),
        waived: day.isWaived,
      })) as never,
    )}) as e (id uuid, employee_id uuid, clock_in timestamptz, clock_out timestamptz, waived boolean)`;
  await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    select ${ca.companyId}, entry, started_at, ended_at, kind, paid from jsonb_to_recordset(${db.sql.json(
      entries.flatMap(({ id, day, breaks }) =>
        breaks.map(({ from, to, kind, paid }) => ({
          entry: id,
          started_at: at(from, day.start),
          ended_at: to === null ? null : at(to, day.start),
          kind,
          paid,
        })),
      ) as never,
    )}) as b (entry uuid, started_at timestamptz, ended_at timestamptz, kind text, paid boolean)`;
  const ids = days.map(({ id }) => id);
  const states = await db.sql`
    select employee_id, worked, meals, by_fifth_hour, by_tenth_hour, rests, break_id is not null as pausing
    from private.break_states(${ca.companyId}, ${ids}, ${at(now)})`;
  const due = await db.sql`
    select employee_id, kind, number, extract(epoch from due_at - ${at(now)}::timestamptz) / 60 as minutes
    from private.breaks_due(${ca.companyId}, ${ids}, ${at(now)}) order by kind, number`;
  const found = new Map(states.map((row) => [row['employee_id'], row]));
  expect(found.size).toBe(500);
  for (const day of days) {
    const expected = naiveState(day.entries, day.minute);
    const state = found.get(day.id);
    const label = JSON.stringify(day);
    expect(
      {
        worked: state?.['worked'],
        meals: state?.['meals'],
        byFifth: state?.['by_fifth_hour'],
        byTenth: state?.['by_tenth_hour'],
        rests: state?.['rests'],
      },
      label,
    ).toEqual(expected);
    const rows = due
      .filter((row) => row['employee_id'] === day.id)
      .map((row) => ({
        kind: row['kind'],
        number: row['number'],
        minutes: Number(row['minutes']),
      }));
    expect(rows, label).toEqual(state?.['pausing'] ? [] : naiveDue(expected, day.isWaived));
  }
});
