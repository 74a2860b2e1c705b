import { beforeAll, expect, test } from 'vitest';
import {
  countMinutes,
  type GeneratedTime,
  generateTime,
  minuteOf,
  type Piece,
  piecesOf,
  SEED,
  said,
  sumBy,
  type WorkedEntry,
} from './generated-time.ts';
import { as, openCompany, type Person, type Tx } from './world.ts';

/** The first screen against a plain count of the same time, minute by minute. */
const { db, us } = await openCompany();
let time: GeneratedTime;

beforeAll(async () => {
  time = await generateTime(db.sql, us);
  const [first, second] = time.crew;
  const [, project] = [...time.zones.keys()];
  await as(db.sql, us.manager, async (tx) => {
    // One clock runs beside the last break of the other; both began after what was generated.
    for (const person of [first, second] as Person[]) {
      await tx`delete from time_entries where employee_id = ${person.employeeId} and clock_out is null`;
      await tx`delete from time_entries where employee_id = ${person.employeeId} and clock_out > now() - interval '50 minutes'`;
      const [entry] = await tx`insert into time_entries (employee_id, clock_in, project_id)
        values (${person.employeeId}, now() - interval '49 minutes', ${project ?? null}) returning id`;
      if (person === first) {
        await tx`insert into time_entry_breaks (time_entry_id, started_at, kind, paid)
          values (${entry?.['id']}, now() - interval '7 minutes', 'meal', false)`;
      }
    }
  });
});

interface Moments {
  readonly now: Date;
  readonly today: string;
  readonly yesterday: string;
  readonly week: string;
  readonly days: readonly string[];
  readonly lastWeek: readonly string[];
  readonly topSince: string;
  /** By the clock on the wall, and the end of that day. */
  readonly dayAgo: readonly [Date, Date];
  readonly weekAgo: readonly [Date, Date];
}

async function momentsOf(tx: Tx): Promise<Moments> {
  const [row] = await tx`
    with wall as (
      select now() at time zone c.time_zone as moment, c.time_zone as zone,
        date_trunc('day', now() at time zone c.time_zone) as today, c.week_start
      from companies c where c.id = ${us.id}
    ), week as (
      select today - make_interval(days => (extract(dow from today)::integer - week_start + 7) % 7) as begin from wall)
    select now(), today::date::text, (today - interval '1 day')::date::text as yesterday, begin::date::text as week,
      array(select d::date::text from generate_series(begin, begin + interval '6 days', '1 day') d) as days,
      array(select d::date::text from generate_series(begin - interval '7 days', today - interval '7 days', '1 day') d) as "lastWeek",
      (today - interval '6 days')::date::text as "topSince",
      array[(moment - interval '1 day') at time zone zone, today at time zone zone] as "dayAgo",
      array[(moment - interval '7 days') at time zone zone, (today - interval '6 days') at time zone zone] as "weekAgo"
    from wall, week`;
  return row as never;
}

const total = (pieces: readonly Piece[]) => pieces.reduce((sum, { seconds }) => sum + seconds, 0);

function hoursPlainly(entries: readonly WorkedEntry[], pieces: readonly Piece[], moments: Moments) {
  const on = (days: readonly string[]) => total(pieces.filter(({ day }) => days.includes(day)));
  const between = ([from, to]: readonly [Date, Date]) =>
    60 *
    entries
      .flatMap(({ minutes }) => minutes)
      .filter((minute) => minute >= minuteOf(from) && minute < minuteOf(to)).length;
  const yesterday = on([moments.yesterday]);
  return {
    today_seconds: on([moments.today]),
    yesterday_seconds: yesterday,
    yesterday_by_now_seconds: Math.max(0, yesterday - between(moments.dayAgo)),
    week_seconds: total(pieces.filter(({ day }) => day >= moments.week)),
    last_week_seconds: Math.max(0, on(moments.lastWeek) - between(moments.weekAgo)),
    days: moments.days.map((date) => ({ date, seconds: on([date]) })),
  };
}

/** `person` is null for the whole company. */
async function compare(tx: Tx, person: Person | null) {
  const moments = await momentsOf(tx);
  const own = ({ employee }: { employee: string }) =>
    person === null || employee === person.employeeId;
  const entries = (await countMinutes(tx, moments.now)).filter(own);
  const pieces = piecesOf(entries, time.zones);
  const [row] = await tx`select dashboard() as d`;
  const board = row?.['d'];
  expect(board.hours).toEqual(hoursPlainly(entries, pieces, moments));
  expect(said(board.top_projects, 'id', 'seconds')).toEqual(
    sumBy(
      pieces.filter(({ project, day }) => project && day >= moments.topSince),
      ({ project }) => project,
    ),
  );
  const running = entries.filter((entry) => entry.running);
  expect(board.counting).toBe(running.filter(({ onUnpaidBreak }) => !onUnpaidBreak).length);
  return { board, pieces, running };
}

test(`a manager's first screen says what a plain count says (SEED=${SEED})`, async () => {
  const { needs } = await as(db.sql, us.manager, async (tx) => {
    const { board, pieces, running } = await compare(tx, null);
    expect(running.length).toBeGreaterThan(1);
    expect(board.on_the_clock.map((one: { clock_in: string }) => one.clock_in)).toEqual(
      board.on_the_clock.map((one: { clock_in: string }) => one.clock_in).toSorted(),
    );
    expect(
      new Set(board.on_the_clock.map((one: { employee_id: string }) => one.employee_id)),
    ).toEqual(new Set(running.map(({ employee }) => employee)));
    expect(board.needs.unapproved_seconds).toBe(total(waiting(pieces, board.needs, new Set())));
    return board;
  });

  const [worker] = time.crew;
  const { employeeId } = worker as Person;
  const approved = await db.sql`
    insert into approvals (company_id, employee_id, work_date, approved_by)
    select distinct t.company_id, t.employee_id, t.work_date, ${us.manager.userId}::uuid from time_entries t
    where t.employee_id = ${employeeId} and t.clock_out is not null
      and t.work_date between ${needs.period_start}::date and ${needs.period_start}::date + 2
    returning work_date::text as day`;
  await as(db.sql, us.owner, async (tx) => {
    const { board, pieces } = await compare(tx, null);
    const days = new Set(approved.map((row) => `${employeeId} ${row['day']}`));
    expect(board.needs.unapproved_seconds).toBe(total(waiting(pieces, board.needs, days)));
  });

  await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at, locked_by)
    values (${us.id}, ${needs.period_start}, ${needs.period_end}, 'locked', now(), ${us.owner.userId})`;
  await as(db.sql, us.owner, async (tx) => {
    const { board } = await compare(tx, null);
    expect(board.needs).toMatchObject({
      period_start: needs.period_start,
      period_end: needs.period_end,
      unapproved_seconds: 0,
    });
  });
});

/** What is over, of the period, and approved by nobody. */
function waiting(
  pieces: readonly Piece[],
  { period_start, period_end }: { period_start: string; period_end: string },
  approved: ReadonlySet<string>,
): Piece[] {
  return pieces.filter(
    ({ running, day, employee }) =>
      !running && day >= period_start && day <= period_end && !approved.has(`${employee} ${day}`),
  );
}

test(`everybody's own first screen says what a plain count of their time says (SEED=${SEED})`, async () => {
  for (const person of time.crew) {
    await as(db.sql, person, async (tx) => {
      const { board } = await compare(tx, person);
      expect(board.needs).toBeNull();
    });
  }
});
