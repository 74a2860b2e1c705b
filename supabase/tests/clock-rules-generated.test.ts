import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { repeats } from '../../testing/test-length.ts';
import { hire, openCompany, type Person } from './world.ts';

/** Few tools on purpose: what a reader of the rules would do by hand, in local minutes of one day. */
interface Punch {
  id: string;
  who: number;
  project: number;
  /** Minutes of the day; the zone of these tests has no clock changes. */
  start: number;
  end: number;
  source: 'timer' | 'crew' | 'kiosk';
  inside: boolean | null;
  left: boolean | null;
}
interface Rule {
  rank: number;
  holds: (punch: Punch) => boolean;
  rule?: 'allowed' | 'refuse';
  grace?: number;
  on_site?: 'off' | 'flag' | 'refuse';
  after?: number;
  edge?: boolean;
  day?: number | null;
}

const { db, us, act } = await openCompany();
const ZONE = 'America/Phoenix';
const DAY = '2026-03-10';
const PEOPLE = repeats(250, 60);
const PUNCHES = PEOPLE * 8;

let seed = 42;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
const at = (minute: number): string =>
  new Date(Date.parse(`${DAY}T07:00:00Z`) + minute * 60_000).toISOString();

async function makePeople(): Promise<Person[]> {
  const rows = await db.sql`insert into employees (company_id, first_name, last_name, email, role)
    select ${us.id}, 'P' || n, 'Test', 'p' || n || '@example.com', 'employee' from generate_series(1, ${PEOPLE}) n returning id`;
  return rows.map((row) => ({ employeeId: row['id'], userId: '', email: '', companyId: us.id }));
}

test(`${PUNCHES} punches of a day are hit exactly as a naive reading of the rules says`, async () => {
  await db.sql`update companies set time_zone = ${ZONE}, capture_location = true where id = ${us.id}`;
  const people = await makePeople();
  const manager = await hire(db.sql, us.owner, 'manager');
  people[0] = manager;
  const projects = [us.project, randomUUID(), randomUUID()];
  for (const id of projects.slice(1))
    await db.sql`insert into projects (company_id, id, name) values (${us.id}, ${id}, ${id})`;
  // The last project has no fence: there nobody can be off site.
  for (const id of projects.slice(0, 2))
    await db.sql`insert into geofences (company_id, project_id, latitude, longitude, radius_m) values (${us.id}, ${id}, 40, -105, 100)`;
  const [crew] =
    await db.sql`insert into crews (company_id, name) values (${us.id}, 'Crew') returning id`;
  const isCrew = (who: number) => who % 5 === 0;
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    select ${us.id}, ${crew?.['id']}, id, '2026-01-01' from unnest(${people.filter((_, who) => isCrew(who)).map((p) => p.employeeId)}::uuid[]) id`;

  const shifts = new Map<number, [number, number]>();
  people.forEach((_, who) => {
    if (random(3) > 0) {
      const start = 300 + random(30) * 15;
      shifts.set(who, [start, start + 480]);
    }
  });
  await db.sql`insert into shifts (company_id, employee_id, project_id, starts_at, ends_at, status)
    select ${us.id}, s.employee_id, ${us.project}, s.starts_at, s.ends_at, 'published'
    from jsonb_to_recordset(${db.sql.json(
      [...shifts].map(([who, [start, end]]) => ({
        employee_id: people[who]?.employeeId,
        starts_at: at(start),
        ends_at: at(end),
      })) as never,
    )}) as s (employee_id uuid, starts_at timestamptz, ends_at timestamptz)`;

  const punches: Punch[] = [];
  people.forEach((_, who) => {
    let minute = 200 + random(200);
    for (let n = 0; n < 8; n += 1) {
      // Every other one is a switch: it starts where the last one ended.
      const start = minute + (n > 0 && random(2) === 0 ? 0 : 5 + random(40));
      const end = start + 20 + random(130);
      const source = pick(['timer', 'timer', 'timer', 'crew', 'kiosk'] as const);
      const placed = source === 'timer';
      punches.push({
        id: randomUUID(),
        who,
        project: random(3),
        start,
        end,
        source,
        inside: placed ? pick([true, true, false, null]) : null,
        left: placed ? pick([true, false, null]) : null,
      });
      minute = end;
    }
  });
  expect(punches).toHaveLength(PUNCHES);
  await db.sql`insert into time_entries (company_id, id, employee_id, project_id, clock_in, clock_out, source)
    select ${us.id}, p.id, p.employee_id, p.project_id, p.clock_in, p.clock_out, p.source
    from jsonb_to_recordset(${db.sql.json(
      punches.map((p) => ({
        id: p.id,
        employee_id: people[p.who]?.employeeId,
        project_id: projects[p.project],
        clock_in: at(p.start),
        clock_out: at(p.end),
        source: p.source,
      })) as never,
    )}) as p (id uuid, employee_id uuid, project_id uuid, clock_in timestamptz, clock_out timestamptz, source text)`;
  await db.sql`insert into punch_locations (company_id, time_entry_id, employee_id, moment, punched_at, inside)
    select ${us.id}, l.id, t.employee_id, l.moment, t.clock_in, l.inside
    from jsonb_to_recordset(${db.sql.json(
      punches.flatMap((p) =>
        p.source === 'timer'
          ? [
              { id: p.id, moment: 'in', inside: p.inside },
              { id: p.id, moment: 'out', inside: p.left },
            ]
          : [],
      ) as never,
    )}) as l (id uuid, moment text, inside boolean)
    join time_entries t on t.company_id = ${us.id} and t.id = l.id`;

  const rules: Rule[] = [
    {
      rank: 6,
      holds: () => true,
      rule: 'refuse',
      grace: 30,
      on_site: 'refuse',
      after: 600,
      day: 17 * 60,
    },
    { rank: 5, holds: ({ who }) => isCrew(who), on_site: 'flag', edge: true },
    { rank: 4, holds: ({ project }) => project === 1, after: 300, rule: 'allowed' },
    { rank: 3, holds: ({ project }) => project === 2, day: null },
    { rank: 2, holds: ({ who }) => who % 17 === 3, rule: 'refuse', grace: 0 },
    { rank: 1, holds: ({ who }) => who === 11, on_site: 'off', after: 0 },
  ];
  const save = (draft: object) =>
    act(us.owner, (tx) => tx`select save_clock_rules(${tx.json(draft as never)})`);
  await save({
    rule: 'refuse',
    grace_minutes: 30,
    on_site: 'refuse',
    stop_after_minutes: 600,
    ends_day: true,
    day_ends_at: '17:00',
  });
  await save({
    name: 'Crew',
    on_site: 'flag',
    stop_at_edge: true,
    members: [{ crew_id: crew?.['id'] }],
  });
  await save({
    name: 'Project',
    rule: 'allowed',
    stop_after_minutes: 300,
    members: [{ project_id: projects[1] }],
  });
  await save({ project_id: projects[2], ends_day: false });
  await save({
    name: 'People',
    rule: 'refuse',
    grace_minutes: 0,
    members: people.flatMap(({ employeeId }, who) =>
      who % 17 === 3 ? [{ employee_id: employeeId }] : [],
    ),
  });
  await save({ employee_id: people[11]?.employeeId, on_site: 'off', stop_after_minutes: 0 });

  const expected = new Set<string>();
  for (const punch of punches) {
    const held = rules.filter(({ holds }) => holds(punch)).toSorted((a, b) => a.rank - b.rank);
    const early = held.find(({ rule }) => rule !== undefined);
    const onSite = held.find(({ on_site }) => on_site !== undefined)?.on_site;
    const after = held.find((rule) => rule.after !== undefined)?.after ?? 0;
    const day = held.find((rule) => rule.day !== undefined)?.day ?? null;
    const own = punches.filter(({ who }) => who === punch.who);
    const isSwitch = own.some(({ end }) => end === punch.start);
    let since = punch.start;
    for (
      let before = own.find(({ end }) => end === since);
      before;
      before = own.find(({ end }) => end === since)
    )
      since = before.start;
    const shift = shifts.get(punch.who);
    const isManaged = punch.who !== 0;
    const isEarly =
      early?.rule === 'refuse' &&
      !isSwitch &&
      shift !== undefined &&
      shift[1] > punch.start &&
      shift[0] - (early.grace ?? 5) > punch.start &&
      shift[0] < punch.start + 720;
    const inside = punch.source === 'timer' ? punch.inside : true;
    if (isManaged && isEarly)
      expected.add(`${punch.id} early ${punch.source === 'crew' ? 'asked' : 'refused'}`);
    else if (isManaged && onSite && onSite !== 'off' && punch.project < 2 && inside !== true)
      expected.add(
        `${punch.id} ${inside === null ? 'no_fix' : 'off_site'} ${inside === null && onSite === 'flag' ? 'flagged' : 'refused'}`,
      );
    const byHours = after > 0 ? since + after : Number.POSITIVE_INFINITY;
    const byDay = day === null ? Number.POSITIVE_INFINITY : punch.start < day ? day : day + 1440;
    const end = Math.min(byHours, byDay);
    if (end > punch.start && end < punch.end)
      expected.add(`${punch.id} ${end === byDay ? 'day_end' : 'hours'} stopped`);
    if (
      held.find(({ edge }) => edge !== undefined)?.edge &&
      punch.inside === true &&
      punch.left === false
    )
      expected.add(`${punch.id} edge stopped`);
  }
  const hits =
    await db.sql`select time_entry_id, rule, outcome from private.rule_hits(${us.id}, ${DAY}) where rule is not null`;
  expect(
    new Set(hits.map((hit) => `${hit['time_entry_id']} ${hit['rule']} ${hit['outcome']}`)),
  ).toEqual(expected);
  expect(expected.size).toBeGreaterThan(PUNCHES / 4);

  // The preview says the same to managers, changes nothing, and tries a draft for owners alone.
  const preview = (who: Person, draft: object | null) =>
    act(
      who,
      (tx) =>
        tx`select preview_clock_rules(${DAY}, ${draft && tx.json(draft as never)}) as preview`,
    );
  const [now] = await preview(us.manager, null);
  expect(now?.['preview'].punches).toBe(PUNCHES);
  expect(now?.['preview'].hits).toHaveLength(Math.min(1000, expected.size));
  const before = await db.sql`select * from clock_in_rules order by id`;
  const [everyone] = before.filter(
    (rule) => !rule['name'] && !rule['project_id'] && !rule['employee_id'],
  );
  const [tried] = await preview(us.owner, {
    id: everyone?.['id'],
    rule: 'allowed',
    on_site: 'off',
    stop_after_minutes: 0,
    ends_day: false,
  });
  expect(tried?.['preview'].hits.length).toBeLessThan(now?.['preview'].hits.length);
  expect(await db.sql`select * from clock_in_rules order by id`).toEqual(before);
  await expect(preview(us.manager, { on_site: 'off' })).rejects.toMatchObject({ code: '42501' });
  await expect(preview(us.foreman, null)).rejects.toMatchObject({ code: '42501' });
});
