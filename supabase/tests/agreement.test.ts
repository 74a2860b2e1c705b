import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { as, type Company, hire, makeCompany, type Person, type Tx } from './world.ts';

/** Every screen says the same about generated time, and what a plain count in another language says. */
const SEED = Number(process.env['SEED'] ?? randomInt(1_000_000));
const DAYS = 16;
const MINUTE_MS = 60_000;

let db: TestDatabase;
let us: Company;
let crew: Person[];
let zones: Map<string | null, string>;
let state = SEED;

/** Mulberry32: the same seed, the same company. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}
const between = (from: number, to: number) => from + random() * (to - from);
const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;

beforeAll(async () => {
  db = await createTestDatabase();
  us = await makeCompany(db.sql);
  crew = [];
  for (let n = 0; n < 3; n++) crew.push(await hire(db.sql, us.owner, 'employee'));
  const made = await as(db.sql, us.owner, async (tx) => {
    const projects = await tx`insert into projects (name, time_zone)
      values ('East', null), ('West', 'America/Los_Angeles') returning id, time_zone`;
    const codes =
      await tx`insert into cost_codes (code, name) values ('1', 'One'), ('2', 'Two') returning id`;
    const machines =
      await tx`insert into equipment (name) values ('Crane'), ('Truck') returning id`;
    return { projects, codes, machines };
  });
  zones = new Map<string | null, string>([[null, 'America/New_York']]);
  for (const { id, time_zone } of made.projects) zones.set(id, time_zone ?? 'America/New_York');
  const ids = (rows: readonly Record<string, unknown>[]) => [
    null,
    ...rows.map((row) => row['id'] as string),
  ];
  for (const person of crew) {
    await workDays(person, [...zones.keys()], ids(made.codes), ids(made.machines));
  }
});
afterAll(() => db.drop());

/** Stretches one after the other, some over midnight, with breaks of all kinds; the last may run on. */
async function workDays(
  person: Person,
  projects: readonly (string | null)[],
  codes: readonly (string | null)[],
  machines: readonly (string | null)[],
): Promise<void> {
  const now = Date.now();
  let at = now - DAYS * 86_400_000;
  await as(db.sql, us.manager, async (tx) => {
    for (;;) {
      const clockIn = at + between(0.01, 11) * 3_600_000;
      const clockOut = clockIn + between(0.01, 9) * 3_600_000;
      if (clockIn > now - 600_000) break;
      const running = clockOut > now - MINUTE_MS;
      const [entry] = await tx`insert into time_entries ${tx({
        employee_id: person.employeeId,
        clock_in: new Date(clockIn),
        clock_out: running ? null : new Date(clockOut),
        project_id: pick(projects),
        cost_code_id: pick(codes),
        equipment_id: pick(machines),
      } as never)} returning id`;
      await takeBreaks(tx, entry?.['id'], clockIn, Math.min(clockOut, now));
      if (running) break;
      at = clockOut;
    }
  });
}

async function takeBreaks(tx: Tx, entry: string, from: number, to: number): Promise<void> {
  let at = from + between(1, 120) * MINUTE_MS;
  while (random() < 0.7) {
    const ended = at + between(1, 55) * MINUTE_MS;
    if (ended >= to) return;
    await tx`insert into time_entry_breaks ${tx({
      time_entry_id: entry,
      started_at: new Date(at),
      ended_at: new Date(ended),
      kind: pick(['meal', 'rest']),
      paid: random() < 0.3,
    } as never)}`;
    at = ended + between(1, 90) * MINUTE_MS;
  }
}

interface Piece {
  employee: string;
  project: string | null;
  cost_code: string | null;
  equipment: string | null;
  day: string;
  running: boolean;
  seconds: number;
}

const calendars = new Map<string, Intl.DateTimeFormat>();
function dateIn(zone: string, minute: number): string {
  const calendar = calendars.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  calendars.set(zone, calendar);
  return calendar.format(minute * MINUTE_MS);
}

/** Minute by minute, as slowly and plainly as it can be said. */
async function countPlainly(tx: Tx, now: Date): Promise<Piece[]> {
  const rows = await tx`select t.*, (select coalesce(json_agg(b), '[]') from time_entry_breaks b
      where b.time_entry_id = t.id) as breaks from time_entries t`;
  const minute = (instant: string | Date) => Math.floor(new Date(instant).getTime() / MINUTE_MS);
  const pieces = new Map<string, Piece>();
  for (const row of rows) {
    const pauses = (row['breaks'] as { started_at: string; ended_at: string; paid: boolean }[])
      .map(({ started_at, ended_at, paid }) => ({
        from: minute(started_at),
        to: minute(ended_at),
        paid,
      }))
      .filter(({ from, to, paid }) => !paid && to - from >= 30);
    const zone = zones.get(row['project_id']) as string;
    for (let m = minute(row['clock_in']); m < minute(row['clock_out'] ?? now); m++) {
      if (pauses.some(({ from, to }) => m >= from && m < to)) continue;
      const day = dateIn(zone, m);
      const key = `${row['id']} ${day}`;
      const piece = pieces.get(key) ?? {
        employee: row['employee_id'],
        project: row['project_id'],
        cost_code: row['cost_code_id'],
        equipment: row['equipment_id'],
        day,
        running: row['clock_out'] === null,
        seconds: 0,
      };
      piece.seconds += 60;
      pieces.set(key, piece);
    }
  }
  return [...pieces.values()];
}

function sumBy(
  pieces: readonly Piece[],
  key: (piece: Piece) => string | null,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const piece of pieces) {
    const name = String(key(piece));
    sums.set(name, (sums.get(name) ?? 0) + piece.seconds);
  }
  return sums;
}

/** Rows of a screen as sums, without those that say nothing. */
const said = (rows: readonly unknown[], key: string, value: string, unit = 1) =>
  new Map(
    (rows as Record<string, unknown>[])
      .filter((row) => Number(row[value]) > 0)
      .map((row) => [String(row[key]), Number(row[value]) * unit]),
  );

const MORE_DAYS = [1, 70];

/** Over days alone, and over whole months with days before and after them. */
async function compareReports(tx: Tx, pieces: readonly Piece[], start: string, today: string) {
  const project = pieces.find((piece) => piece.project)?.project as string;
  for (const more of MORE_DAYS) {
    const report = (by: string, then: string | null, projects: string[] | null) =>
      tx`select *, concat_ws(' ', coalesce(group_key, 'null'), then_key) as key
        from hours_report(${start}::date - ${more}::integer, ${today}::date + ${more}::integer, ${by}, ${then},
          project_ids_param => ${projects})`;
    for (const grouping of ['employee', 'project', 'cost_code', 'equipment', 'day'] as const) {
      const rows = await report(grouping, null, null);
      expect(said(rows, 'key', 'seconds'), grouping).toEqual(
        sumBy(pieces, (piece) => piece[grouping]),
      );
      const ofProject = await report(grouping, null, [project]);
      expect(said(ofProject, 'key', 'seconds'), `${grouping} of a project`).toEqual(
        sumBy(
          pieces.filter((piece) => piece.project === project),
          (piece) => piece[grouping],
        ),
      );
    }
    for (const grouping of ['project', 'cost_code', 'equipment', 'day', 'week', 'month'] as const) {
      const groups = await report(grouping, null, null);
      comparePeople(groups, await report(grouping, 'employee', null));
    }
    const months = await report('month', 'employee', null);
    expect(said(months, 'key', 'seconds')).toEqual(
      sumBy(pieces, ({ day, employee }) => `${day.slice(0, 7)}-01 ${employee}`),
    );
  }
}

/** Sums and people of groups are those of the same groups person by person. */
function comparePeople(groups: readonly unknown[], ofPeople: readonly unknown[]) {
  const counted = new Map<unknown, number[]>();
  for (const row of ofPeople as Record<string, unknown>[]) {
    const sums = counted.get(row['group_key']) ?? [0, 0, 0, 0, 0];
    const own = [
      row['seconds'],
      row['entries'],
      row['unpaid_break_seconds'],
      row['paid_break_seconds'],
      1,
    ];
    counted.set(
      row['group_key'],
      sums.map((sum, index) => sum + Number(own[index])),
    );
  }
  const said = (groups as Record<string, unknown>[]).map((row) => [
    row['group_key'],
    [
      row['seconds'],
      row['entries'],
      row['unpaid_break_seconds'],
      row['paid_break_seconds'],
      row['people'],
    ].map(Number),
  ]);
  expect(new Map(said as never)).toEqual(counted);
}

test(`reports, cards, dashboard, people, codes, the list and pay agree to the second (SEED=${SEED})`, async () => {
  await as(db.sql, us.owner, async (tx) => {
    const [{ now, today, week } = {} as never] =
      await tx`select now(), (dashboard() ->> 'today') as today,
      dashboard() ->> 'week_begin' as week`;
    const pieces = await countPlainly(tx, now as Date);
    const total = pieces.reduce((sum, { seconds }) => sum + seconds, 0);
    expect(total).toBeGreaterThan(100 * 3600);
    const start = dateIn('UTC', Date.parse(today as string) / MINUTE_MS - (DAYS + 3) * 1440);

    await compareReports(tx, pieces, start, today as string);

    const onProjects = sumBy(
      pieces.filter(({ project }) => project),
      ({ project }) => project,
    );
    const cards = await tx`select * from project_overview()`;
    expect(said(cards, 'project_id', 'seconds')).toEqual(onProjects);
    for (const [project, seconds] of onProjects) {
      const [row] = await tx`select project_details(${project}) as details`;
      expect(row?.['details'].seconds).toBe(seconds);
    }

    const month = `${(today as string).slice(0, 7)}-01`;
    const codes = await tx`select * from cost_code_usage()`;
    expect(said(codes, 'cost_code_id', 'minutes_this_month', 60)).toEqual(
      sumBy(
        pieces.filter(({ cost_code, day }) => cost_code && day >= month),
        ({ cost_code }) => cost_code,
      ),
    );
    const thisWeek = pieces.filter(({ day }) => day >= (week as string));
    const people = await tx`select * from employee_overview()`;
    expect(said(people, 'employee_id', 'minutes_this_week', 60)).toEqual(
      sumBy(thisWeek, ({ employee }) => employee),
    );
    const [board] = await tx`select dashboard() -> 'hours' as hours`;
    expect(board?.['hours'].week_seconds).toBe(
      thisWeek.reduce((sum, { seconds }) => sum + seconds, 0),
    );
    expect(said(board?.['hours'].days, 'date', 'seconds')).toEqual(
      sumBy(thisWeek, ({ day }) => day),
    );

    // The list and pay leave what still runs to the clock on the screen.
    const done = sumBy(
      pieces.filter(({ running }) => !running),
      ({ employee }) => employee,
    );
    const [list] =
      await tx`select list_time_entries(${start}::timestamptz, now() + interval '1 hour',
      group_by_param => 'employee') as page`;
    expect(said(list?.['page'].summary.groups, 'key', 'minutes', 60)).toEqual(done);
    const pay =
      await tx`select employee_id, regular_minutes + overtime_minutes + double_time_minutes as minutes
      from payroll_overview(${start}::date, ${today as string}::date + 1)`;
    expect(said(pay, 'employee_id', 'minutes', 60)).toEqual(done);
  });
});
