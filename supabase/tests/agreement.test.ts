import { beforeAll, expect, test } from 'vitest';
import {
  countMinutes,
  DAYS,
  dateIn,
  type GeneratedTime,
  generateTime,
  MINUTE_MS,
  type Piece,
  piecesOf,
  SEED,
  said,
  sumBy,
} from './generated-time.ts';
import { as, openCompany, type Tx } from './world.ts';

/** Every screen says the same about generated time, and what a plain count in another language says. */
const { db, us } = await openCompany();
let time: GeneratedTime;

beforeAll(async () => {
  time = await generateTime(db.sql, us);
});

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
    const pieces = piecesOf(await countMinutes(tx, now as Date), time.zones);
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
