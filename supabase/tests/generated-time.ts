import { randomInt } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';
import { Random } from '../../testing/random.ts';
import { as, type Company, hire, type Person, type Tx } from './world.ts';

/** Some weeks of generated time of a crew, and a plain count of it in another language. */
export const SEED = Number(process.env['SEED'] ?? randomInt(1_000_000));
export const DAYS = 16;
export const MINUTE_MS = 60_000;
const COMPANY_ZONE = 'America/New_York';

export interface GeneratedTime {
  readonly crew: readonly Person[];
  /** Of each project, and of work without one. */
  readonly zones: ReadonlyMap<string | null, string>;
}

const random = new Random(SEED);
const between = (from: number, to: number) => from + random.next() * (to - from);

export async function generateTime(sql: Sql, us: Company): Promise<GeneratedTime> {
  const crew: Person[] = [];
  for (let n = 0; n < 3; n++) crew.push(await hire(sql, us.owner, 'employee'));
  const made = await as(sql, us.owner, async (tx) => {
    const projects = await tx`insert into projects (name, time_zone)
      values ('East', null), ('West', 'America/Los_Angeles') returning id, time_zone`;
    const codes =
      await tx`insert into cost_codes (code, name) values ('1', 'One'), ('2', 'Two') returning id`;
    const machines =
      await tx`insert into equipment (name) values ('Crane'), ('Truck') returning id`;
    return { projects, codes, machines };
  });
  const zones = new Map<string | null, string>([[null, COMPANY_ZONE]]);
  for (const { id, time_zone } of made.projects) zones.set(id, time_zone ?? COMPANY_ZONE);
  const ids = (rows: readonly Record<string, unknown>[]) => [
    null,
    ...rows.map((row) => row['id'] as string),
  ];
  for (const person of crew) {
    await workDays(sql, us, person, [...zones.keys()], ids(made.codes), ids(made.machines));
  }
  return { crew, zones };
}

/** Stretches one after the other, some over midnight, with breaks of all kinds; the last may run on. */
async function workDays(
  sql: Sql,
  us: Company,
  person: Person,
  projects: readonly (string | null)[],
  codes: readonly (string | null)[],
  machines: readonly (string | null)[],
): Promise<void> {
  const now = Date.now();
  let at = now - DAYS * 86_400_000;
  await as(sql, us.manager, async (tx) => {
    for (;;) {
      const clockIn = at + between(0.01, 11) * 3_600_000;
      const clockOut = clockIn + between(0.01, 9) * 3_600_000;
      if (clockIn > now - 600_000) break;
      const running = clockOut > now - MINUTE_MS;
      const [entry] = await tx`insert into time_entries ${tx({
        employee_id: person.employeeId,
        clock_in: new Date(clockIn),
        clock_out: running ? null : new Date(clockOut),
        project_id: random.pick(projects),
        cost_code_id: random.pick(codes),
        equipment_id: random.pick(machines),
        machines: random.chance(0.4) ? tx.json(split(machines)) : null,
      } as never)} returning id`;
      await takeBreaks(tx, entry?.['id'], clockIn, Math.min(clockOut, now));
      if (running) break;
      at = clockOut;
    }
  });
}

/** One to three parts, some without a machine, that make 100 percent to the hundredth. */
function split(machines: readonly (string | null)[]): Share[] {
  const parts: Share[] = [];
  const kinds = ['working', 'travel', 'standby'];
  let left = 10_000;
  for (const equipment_id of [...machines].reverse()) {
    const share = Math.min(left, Math.ceil(between(1, 6000)));
    parts.push({
      equipment_id,
      kind: equipment_id ? random.pick(kinds) : 'working',
      share: share / 100,
    });
    left -= share;
    if (left === 0 || random.chance(0.3)) break;
  }
  const last = parts.at(-1) as Share;
  return [...parts.slice(0, -1), { ...last, share: (Math.round(last.share * 100) + left) / 100 }];
}

async function takeBreaks(tx: Tx, entry: string, from: number, to: number): Promise<void> {
  let at = from + between(1, 120) * MINUTE_MS;
  while (random.chance(0.7)) {
    const ended = at + between(1, 55) * MINUTE_MS;
    if (ended >= to) return;
    await tx`insert into time_entry_breaks ${tx({
      time_entry_id: entry,
      started_at: new Date(at),
      ended_at: new Date(ended),
      kind: random.pick(['meal', 'rest']),
      paid: random.chance(0.3),
    } as never)}`;
    at = ended + between(1, 90) * MINUTE_MS;
  }
}

interface Share {
  readonly equipment_id: string | null;
  readonly kind: string;
  readonly share: number;
}

export interface WorkedEntry {
  readonly id: string;
  readonly employee: string;
  readonly project: string | null;
  readonly cost_code: string | null;
  readonly equipment: string | null;
  readonly machines: readonly Share[] | null;
  readonly clockIn: Date;
  readonly running: boolean;
  readonly onUnpaidBreak: boolean;
  /** Since 1970, each that was worked. */
  readonly minutes: readonly number[];
}

export const minuteOf = (instant: string | Date) =>
  Math.floor(new Date(instant).getTime() / MINUTE_MS);

/** Minute by minute, as slowly and plainly as it can be said. */
export async function countMinutes(tx: Tx, now: Date): Promise<WorkedEntry[]> {
  const rows = await tx`select t.*, (select coalesce(json_agg(b), '[]') from time_entry_breaks b
      where b.time_entry_id = t.id) as breaks from time_entries t`;
  return rows.map((row) => {
    const breaks = row['breaks'] as {
      started_at: string;
      ended_at: string | null;
      paid: boolean;
    }[];
    const pauses = breaks
      .map(({ started_at, ended_at, paid }) => ({
        from: minuteOf(started_at),
        to: minuteOf(ended_at ?? now),
        off: !paid && (ended_at === null || minuteOf(ended_at) - minuteOf(started_at) >= 30),
      }))
      .filter(({ off }) => off);
    const minutes: number[] = [];
    for (let m = minuteOf(row['clock_in']); m < minuteOf(row['clock_out'] ?? now); m++) {
      if (!pauses.some(({ from, to }) => m >= from && m < to)) minutes.push(m);
    }
    return {
      id: row['id'],
      employee: row['employee_id'],
      project: row['project_id'],
      cost_code: row['cost_code_id'],
      equipment: row['equipment_id'],
      machines: row['machines'],
      clockIn: row['clock_in'],
      running: row['clock_out'] === null,
      onUnpaidBreak: breaks.some(({ ended_at, paid }) => ended_at === null && !paid),
      minutes,
    };
  });
}

export interface Piece {
  employee: string;
  project: string | null;
  cost_code: string | null;
  equipment: string | null;
  day: string;
  running: boolean;
  seconds: number;
}

const calendars = new Map<string, Intl.DateTimeFormat>();
export function dateIn(zone: string, minute: number): string {
  const calendar = calendars.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  calendars.set(zone, calendar);
  return calendar.format(minute * MINUTE_MS);
}

/** The work of each entry by day, in the zone of its project. */
export function piecesOf(entries: readonly WorkedEntry[], zones: GeneratedTime['zones']): Piece[] {
  const pieces = new Map<string, Piece>();
  const split: Piece[] = [];
  for (const {
    id,
    employee,
    project,
    cost_code,
    equipment,
    running,
    minutes,
    machines,
  } of entries) {
    for (const minute of minutes) {
      const day = dateIn(zones.get(project) as string, minute);
      const key = `${id} ${day}`;
      const piece = pieces.get(key) ?? {
        employee,
        project,
        cost_code,
        equipment,
        day,
        running,
        seconds: 0,
      };
      piece.seconds += 60;
      pieces.set(key, piece);
    }
    if (!machines) continue;
    for (const [key, piece] of pieces) {
      if (!key.startsWith(id)) continue;
      pieces.delete(key);
      split.push(...partsOf(piece, machines));
    }
  }
  return [...pieces.values(), ...split].filter(({ seconds }) => seconds > 0);
}

/** Whole minutes for each machine; from one rounded end to the next none is lost. */
function partsOf(piece: Piece, machines: readonly Share[]): Piece[] {
  let reached = 0;
  let given = 0;
  return machines.map(({ equipment_id, share }) => {
    reached += Math.round(share * 100);
    const until = Math.floor(((piece.seconds / 60) * reached) / 10_000 + 0.5);
    const seconds = (until - given) * 60;
    given = until;
    return { ...piece, equipment: equipment_id, seconds };
  });
}

export function sumBy(
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
export const said = (rows: readonly unknown[], key: string, value: string, unit = 1) =>
  new Map(
    (rows as Record<string, unknown>[])
      .filter((row) => Number(row[value]) > 0)
      .map((row) => [String(row[key]), Number(row[value]) * unit]),
  );
