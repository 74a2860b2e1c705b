import { beforeEach, describe, expect, test } from 'vitest';
import { addTime, hire, hoursAgo, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies({ connections: 4 });

let site: string;
let level: string;
let framing: string;
let drywall: string;

async function addProject(name: string, parent: string | null = null, by = us.owner) {
  const [row] = await act(
    by,
    (tx) => tx`insert into projects (name, parent_id) values (${name}, ${parent}) returning id`,
  );
  return row?.['id'] as string;
}
const move = (id: string, parent: string | null, by: Person = us.owner) =>
  act(
    by,
    async (tx) => tx`update projects set parent_id = ${parent} where id = ${id} returning id`,
  );
const archive = (id: string, at: Date | null) =>
  act(us.owner, async (tx) => tx`update projects set archived_at = ${at} where id = ${id}`);
const read = async (id: string) =>
  (await db.sql`select parent_id, archived_at from projects where id = ${id}`)[0];
const join = (project: string, person: Person) =>
  act(
    us.owner,
    async (tx) =>
      tx`insert into project_members (project_id, employee_id) values (${project}, ${person.employeeId})`,
  );
const seenBy = (person: Person) =>
  act(person, async (tx) =>
    (
      await tx`select name from projects where id in (${site}, ${level}, ${framing}, ${drywall}) order by name`
    ).map(({ name }) => name),
  );

beforeEach(async () => {
  site = await addProject('Riverside');
  level = await addProject('Level 2', site);
  framing = await addProject('Framing', level);
  drywall = await addProject('Drywall', level);
});

describe('the tree', () => {
  test('a branch is everything below, a line everything above, and a path names it', async () => {
    const branch = await db.sql`select private.project_branch(${site}, ${us.id}) as id`;
    expect(branch.map(({ id }) => id).sort()).toEqual([site, level, framing, drywall].sort());
    const line = await db.sql`select private.project_line(${framing}, ${us.id}) as id`;
    expect(line.map(({ id }) => id)).toEqual([framing, level, site]);
    expect(
      await db.sql`select top_id, depth, path from private.project_paths where id = ${framing}`,
    ).toEqual([{ top_id: site, depth: 2, path: 'Riverside › Level 2 › Framing' }]);
    expect(await db.sql`select private.project_branch(${site}, ${them.id})`).toEqual([]);
    expect(await db.sql`select private.project_line(${framing}, ${them.id})`).toEqual([]);
  });

  test('nothing goes below a sub-phase, nor under itself or what is below it', async () => {
    const other = await addProject('Other');
    const part = await addProject('Part', other);
    const refused: [string, string, string][] = [
      [other, framing, 'sub_project_depth'],
      [level, part, 'sub_project_depth'],
      [site, other, 'sub_project_depth'],
      [site, site, 'project_under_itself'],
      [site, level, 'project_under_itself'],
      [site, framing, 'project_under_itself'],
      [level, drywall, 'project_under_itself'],
      [framing, them.project, 'parent_unknown'],
    ];
    for (const [id, parent, hint] of refused) {
      const before = await read(id);
      await expect(move(id, parent)).rejects.toMatchObject({ hint });
      expect(await read(id)).toEqual(before);
    }
    await expect(addProject('Deeper', framing)).rejects.toMatchObject({
      hint: 'sub_project_depth',
    });
    expect(await db.sql`select from projects where name = 'Deeper'`).toHaveLength(0);
    await move(part, level);
    await move(level, null);
    expect(await read(level)).toMatchObject({ parent_id: null });
  });

  test('only managers move a branch, and nobody that of another company', async () => {
    for (const person of [us.foreman, us.employee, us.deactivated, them.owner]) {
      expect(await move(framing, site, person)).toEqual([]);
    }
    expect(await read(framing)).toMatchObject({ parent_id: level });
    await expect(addProject('Theirs', site, them.owner)).rejects.toMatchObject({
      hint: 'parent_unknown',
    });
  });

  test('two moves that make a circle together: one is refused in words', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await addProject('A'), await addProject('B')];
      const told = await Promise.allSettled([move(a, b), move(b, a)]);
      const refused = told.filter((one) => one.status === 'rejected');
      expect(refused.map(({ reason }) => reason.hint)).toEqual(['project_under_itself']);
      const rows = await db.sql`select parent_id from projects where id in (${a}, ${b})`;
      expect(rows.filter(({ parent_id }) => parent_id === null)).toHaveLength(1);
    }
  });

  test('two moves that go too deep together: one is refused in words', async () => {
    for (let round = 0; round < 5; round++) {
      const top = await addProject('Top');
      const middle = await addProject('Middle', top);
      const [a, b] = [await addProject('A'), await addProject('B')];
      const told = await Promise.allSettled([move(b, a), move(a, middle)]);
      expect(told.flatMap((one) => (one.status === 'rejected' ? [one.reason.hint] : []))).toEqual([
        'sub_project_depth',
      ]);
    }
  });

  test('a move is in the history', async () => {
    await move(framing, site);
    const [event] = await db.sql`select before, after, actor_id from audit_events
      where entity = 'projects' and entity_id = ${framing} and action = 'updated' order by occurred_at desc limit 1`;
    expect(event).toMatchObject({
      before: { parent_id: level },
      after: { parent_id: site },
      actor_id: us.owner.userId,
    });
  });
});

describe('archiving', () => {
  const at = new Date('2026-01-05T12:00:00Z');

  test('takes the branch along, and restoring brings back what went with it', async () => {
    const earlier = new Date('2025-12-01T12:00:00Z');
    await archive(drywall, earlier);
    await archive(site, at);
    expect([await read(level), await read(framing), await read(drywall)]).toMatchObject([
      { archived_at: at },
      { archived_at: at },
      { archived_at: earlier },
    ]);
    await archive(site, null);
    expect([await read(level), await read(framing), await read(drywall)]).toMatchObject([
      { archived_at: null },
      { archived_at: null },
      { archived_at: earlier },
    ]);
  });

  test('nothing in use stands below what is archived', async () => {
    const free = await addProject('Free');
    await archive(site, at);
    await expect(archive(framing, null)).rejects.toMatchObject({ hint: 'parent_archived' });
    await expect(move(free, site)).rejects.toMatchObject({ hint: 'parent_archived' });
    await expect(addProject('New', site)).rejects.toMatchObject({ hint: 'parent_archived' });
    expect([await read(framing), await read(free)]).toMatchObject([
      { archived_at: at },
      { parent_id: null },
    ]);
    // While one archives it, another adds a phase: either it comes first and goes along, or it is refused.
    const busy = await addProject('Busy');
    await Promise.allSettled([archive(busy, at), addProject('Late', busy)]);
    expect(
      await db.sql`select from projects where parent_id = ${busy} and archived_at is null`,
    ).toHaveLength(0);
  });

  test('a project with phases is not deleted', async () => {
    await expect(
      act(us.owner, async (tx) => tx`delete from projects where id = ${level}`),
    ).rejects.toMatchObject({ constraint: 'projects_parent' });
    expect(await read(level)).toMatchObject({ parent_id: site });
  });

  test('merging moves the phases, and is refused as a whole where that makes a circle', async () => {
    const other = await addProject('Other site');
    await act(us.owner, async (tx) => tx`select merge_rows('projects', ${site}, ${other})`);
    expect(await read(level)).toEqual({ parent_id: other, archived_at: null });
    await expect(
      act(us.owner, async (tx) => tx`select merge_rows('projects', ${other}, ${level})`),
    ).rejects.toMatchObject({ hint: 'project_under_itself' });
    expect(await read(other)).toMatchObject({ archived_at: null });
  });
});

describe('teams', () => {
  test('a member of a project works on its phases, nobody else does', async () => {
    const [ana, ben] = [
      await hire(db.sql, us.owner, 'employee'),
      await hire(db.sql, us.owner, 'employee'),
    ];
    await join(site, ana);
    expect(await seenBy(ana)).toEqual(['Drywall', 'Framing', 'Level 2', 'Riverside']);
    expect(await seenBy(ben)).toEqual([]);
    await addTime(db.sql, ana, hoursAgo(5), hoursAgo(4), { project_id: framing });
    await expect(
      addTime(db.sql, ben, hoursAgo(5), hoursAgo(4), { project_id: framing }),
    ).rejects.toMatchObject({ hint: 'project_not_open_to_you' });
    // Ben joins a sub-phase: he books there, reads what it is a part of, and books nowhere else.
    await join(framing, ben);
    expect(await seenBy(ben)).toEqual(['Framing', 'Level 2', 'Riverside']);
    await addTime(db.sql, ben, hoursAgo(5), hoursAgo(4), { project_id: framing });
    for (const project_id of [site, level, drywall]) {
      await expect(
        addTime(db.sql, ben, hoursAgo(3), hoursAgo(2), { project_id }),
      ).rejects.toMatchObject({ hint: 'project_not_open_to_you' });
    }
    expect(await seenBy(us.manager)).toHaveLength(4);
    expect(await seenBy(them.employee)).toEqual([]);
  });

  test('a foreman of the project clocks the teams of its phases, not the other way round', async () => {
    const [chief, lead, worker] = [
      await hire(db.sql, us.owner, 'foreman'),
      await hire(db.sql, us.owner, 'foreman'),
      await hire(db.sql, us.owner, 'employee'),
    ];
    await join(site, chief);
    await join(level, lead);
    await join(framing, worker);
    const crew = (person: Person) =>
      act(person, async (tx) =>
        (await tx`select employee_id from my_team()`).map(({ employee_id }) => employee_id),
      );
    expect(await crew(chief)).toEqual(expect.arrayContaining([lead.employeeId, worker.employeeId]));
    const [can] = await act(
      lead,
      async (tx) =>
        tx`select * from crew_clock_in(array[${worker.employeeId}]::uuid[], ${framing})`,
    );
    expect(can).toBeDefined();
    expect(await crew(lead)).not.toContain(chief.employeeId);
  });
});

describe('time on a project with phases', () => {
  test('may be booked on it until it says phases only', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    await addTime(db.sql, worker, hoursAgo(8), hoursAgo(7), { project_id: site });
    await act(
      us.owner,
      async (tx) => tx`update projects set phases_only = true where id = ${site}`,
    );
    for (const person of [worker, us.owner]) {
      await expect(
        addTime(db.sql, person, hoursAgo(6), hoursAgo(5), { project_id: site }),
      ).rejects.toMatchObject({ hint: 'project_has_phases' });
    }
    await addTime(db.sql, worker, hoursAgo(6), hoursAgo(5), { project_id: framing });
    // Without phases in use there would be nowhere to book.
    await archive(level, new Date());
    await addTime(db.sql, worker, hoursAgo(4), hoursAgo(3), { project_id: site });
  });

  test('a new phase has the zone of its project, and keeps it when it moves', async () => {
    const away = await addProject('Denver');
    await act(
      us.owner,
      async (tx) => tx`update projects set time_zone = 'America/Denver' where id = ${away}`,
    );
    const phase = await addProject('Roof', away);
    await move(phase, site);
    expect(await db.sql`select time_zone from projects where id = ${phase}`).toEqual([
      { time_zone: 'America/Denver' },
    ]);
  });

  test('what was booked stays where it was when its branch moves', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    const id = await addTime(db.sql, worker, hoursAgo(8), hoursAgo(7), { project_id: framing });
    const entry = () => db.sql`select * from time_entries where id = ${id}`;
    const before = await entry();
    await move(level, await addProject('Elsewhere'));
    expect(await entry()).toEqual(before);
  });
});

describe('places', () => {
  const inside = async (project: string) =>
    (
      await db.sql`select inside from private.place_on_project(${us.id}, ${project}, 40.0, -75.0, 5, 0)`
    )[0]?.['inside'];
  const fence = (project: string, latitude: number) =>
    act(
      us.owner,
      async (tx) => tx`insert into geofences (project_id, latitude, longitude, radius_m)
        values (${project}, ${latitude}, -75.0, 100)`,
    );

  test('the fence of a project holds for its phases; their own goes before', async () => {
    expect(await inside(framing)).toBeNull();
    await fence(site, 40.0);
    expect(await inside(framing)).toBe(true);
    await fence(level, 41.0);
    expect([await inside(framing), await inside(site)]).toEqual([false, true]);
  });

  test('asking for a location holds for the phases', async () => {
    await act(us.owner, async (tx) => {
      await tx`update companies set capture_location = true where id = ${us.id}`;
      await tx`update projects set location_required = true where id = ${site}`;
    });
    const worker = await hire(db.sql, us.owner, 'employee');
    await expect(act(worker, async (tx) => tx`select clock_in(${framing})`)).rejects.toMatchObject({
      hint: 'location_required',
    });
  });
});

describe('totals', () => {
  const day = '2026-03-02';
  let worker: Person;
  beforeEach(async () => {
    worker = await hire(db.sql, us.owner, 'employee');
    const at = (hour: number) => new Date(`${day}T${12 + hour}:00:00Z`);
    await addTime(db.sql, worker, at(0), at(1), { project_id: site });
    await addTime(db.sql, worker, at(1), at(3), { project_id: framing });
    await addTime(db.sql, worker, at(3), at(7), { project_id: drywall });
  });
  const overview = async (id: string, by: Person = us.owner) =>
    (
      await act(
        by,
        async (tx) =>
          tx`select seconds::int, branch_seconds::int, branch_percent::float8 from project_overview() where project_id = ${id}`,
      )
    )[0];
  const report = async (rows: string[], filters = {}) =>
    (
      await act(
        us.owner,
        async (tx) =>
          tx`select labels, measures from activity_report(${tx.json({ rows, measures: ['hours', 'people'], filters, start_date: day, end_date: day })})`,
      )
    ).map(({ labels, measures }) => [labels[0][0], measures.hours / 3600, measures.people]);

  test('a parent has the hours of its branch, and follows the tree as it is now', async () => {
    expect([await overview(site), await overview(level), await overview(framing)]).toMatchObject([
      { seconds: 3600, branch_seconds: 7 * 3600 },
      { seconds: 0, branch_seconds: 6 * 3600 },
      { seconds: 7200, branch_seconds: 7200, branch_percent: null },
    ]);
    const [details] = await act(
      us.owner,
      async (tx) => tx`select project_details(${site}) as d, project_hub(${site}) as hub`,
    );
    expect([details?.['d'].seconds, details?.['hub'].seconds]).toEqual([7 * 3600, 7 * 3600]);
    const other = await addProject('Elsewhere');
    await move(level, other);
    expect([await overview(site), await overview(other)]).toMatchObject([
      { branch_seconds: 3600 },
      { branch_seconds: 6 * 3600 },
    ]);
    // Archived, it still was worked on.
    await archive(drywall, new Date());
    expect(await overview(other)).toMatchObject({ branch_seconds: 6 * 3600 });
  });

  test('who may not see a phase does not get its hours', async () => {
    const foreman = await hire(db.sql, us.owner, 'foreman');
    await join(drywall, us.manager);
    const hub = async (person: Person) =>
      (await act(person, async (tx) => tx`select project_hub(${site}) as hub`))[0]?.['hub'].seconds;
    expect([await hub(us.owner), await hub(foreman)]).toEqual([7 * 3600, 3 * 3600]);
    await expect(hub(them.owner)).rejects.toMatchObject({ hint: 'project_unknown' });
  });

  test('progress is weighted by the hours of the budgets, else every phase counts alike', async () => {
    const percent = (id: string, value: number) =>
      act(
        us.owner,
        async (tx) => tx`update projects set percent_complete = ${value} where id = ${id}`,
      );
    await percent(framing, 100);
    await percent(drywall, 50);
    expect([await overview(site), await overview(level)]).toMatchObject([
      { branch_percent: 75 },
      { branch_percent: 75 },
    ]);
    await budget(framing, 10);
    await budget(drywall, 30);
    expect(await overview(site)).toMatchObject({ branch_percent: 62.5 });
  });

  async function budget(project: string, hours: number) {
    await act(us.owner, async (tx) => {
      const [row] =
        await tx`insert into budgets (project_id, name) values (${project}, 'Base') returning id`;
      await tx`insert into budget_lines (budget_id, cost_code_id, hours) values (${row?.['id']}, ${us.costCode}, ${hours})`;
      await tx`update budgets set status = 'approved' where id = ${row?.['id']}`;
    });
  }

  test('a budget has its own figures and those with its phases', async () => {
    await budget(site, 5);
    await budget(framing, 10);
    await budget(drywall, 30);
    const [row] = await act(
      us.owner,
      async (tx) =>
        tx`select budget_hours::float8 as own, branch_budget_hours::float8 as all_of_it, branch_actual_hours::float8 as worked
          from budget_overview() where project_id = ${site}`,
    );
    expect(row).toEqual({ own: 5, all_of_it: 45, worked: 7 });
    const lines = (branch: boolean) =>
      act(
        us.owner,
        async (tx) =>
          tx`select sum(budget_hours)::float8 as budget, sum(actual_hours)::float8 as worked, sum(actual_amount)::float8 as cost
            from budget_report(${site}, ${branch})`,
      );
    expect(await lines(false)).toMatchObject([{ budget: 5, worked: 1, cost: 25 }]);
    expect(await lines(true)).toMatchObject([{ budget: 45, worked: 7, cost: 175 }]);
    // The move of a branch changes nothing of what its phases cost or may cost.
    const own = () =>
      act(us.owner, async (tx) => tx`select * from budget_report(${framing}) order by code`);
    const before = await own();
    await move(level, await addProject('Elsewhere'));
    expect(await own()).toEqual(before);
    expect(await lines(true)).toMatchObject([{ budget: 5, worked: 1, cost: 25 }]);
  });

  test('reports are by full path or by top project, people counted once; a filter takes the branch', async () => {
    const mine = { employee: [worker.employeeId] };
    expect(await report(['project'], mine)).toEqual([
      ['Riverside', 1, 1],
      ['Riverside › Level 2 › Drywall', 4, 1],
      ['Riverside › Level 2 › Framing', 2, 1],
    ]);
    expect(await report(['top_project'], mine)).toEqual([['Riverside', 7, 1]]);
    expect(await report(['top_project'], { project: [level] })).toEqual([['Riverside', 6, 1]]);
    expect(await report(['top_project'], { project: [them.project] })).toEqual([]);
    const hours = await act(
      us.owner,
      async (tx) =>
        tx`select label, seconds::int, people::int from hours_report(${day}, ${day}, 'top_project', null, null, array[${site}]::uuid[])`,
    );
    expect(hours).toEqual([{ label: 'Riverside', seconds: 7 * 3600, people: 1 }]);
  });

  test('lists of the parent have what belongs to its phases', async () => {
    const entries = async (id: string, by: Person = us.owner) =>
      (
        await act(
          by,
          async (
            tx,
          ) => tx`select list_time_entries('2026-03-01', '2026-03-05', project_id_param => ${id},
            employee_id_param => ${worker.employeeId}) as list`,
        )
      )[0]?.['list'].summary.entries;
    expect([await entries(site), await entries(level), await entries(framing)]).toEqual([3, 2, 1]);
    expect(await entries(site, them.owner)).toBe(0);
    const days = await act(
      us.owner,
      async (tx) =>
        tx`select project_name from field_report_days(${day}, ${day}, ${site}) order by 1`,
    );
    expect(days.map(({ project_name }) => project_name)).toEqual([
      'Riverside',
      'Riverside › Level 2 › Drywall',
      'Riverside › Level 2 › Framing',
    ]);
    await db.sql`insert into photos (company_id, project_id, employee_id, taken_at, media_type, size_bytes, uploaded_at, sha256)
      values (${us.id}, ${framing}, ${worker.employeeId}, now(), 'image/jpeg', 1000, now(), repeat('a', 64))`;
    const photos = (id: string) =>
      act(us.owner, async (tx) => tx`select id from list_photos(${tx.json({ project_id: id })})`);
    expect([
      (await photos(site)).length,
      (await photos(framing)).length,
      (await photos(drywall)).length,
    ]).toEqual([1, 1, 0]);
  });

  test('a locked payroll stays as it is when the branch moves', async () => {
    const lines = () =>
      db.sql`select * from payroll_lines where employee_id = ${worker.employeeId} order by id`;
    await act(us.owner, async (tx) => tx`select lock_pay_period('2026-03-01', '2026-03-07')`);
    const before = await lines();
    expect(before).not.toHaveLength(0);
    await move(level, await addProject('Elsewhere'));
    expect(await lines()).toEqual(before);
  });
});

test('a file of projects names what a phase is a part of, by name or by path', async () => {
  const importRows = (rows: object[]) =>
    act(
      us.manager,
      async (tx) =>
        tx`select result, message from import_rows('projects', ${tx.json(rows)}, false)`,
    );
  await importRows([{ name: 'Campus' }]);
  await importRows([
    { name: 'North', parent: 'Campus' },
    { name: 'South', parent: 'Campus' },
  ]);
  const results = await importRows([
    { name: 'Pour', parent: 'Campus › North' },
    { name: 'Too deep', parent: 'Campus › North › Pour' },
    { name: 'Lost', parent: 'Nowhere' },
  ]);
  expect(results.map(({ result }) => result)).toEqual(['new', 'error', 'error']);
  expect(
    await db.sql`select path from private.project_paths where company_id = ${us.id} and path like 'Campus%' order by path`,
  ).toEqual([
    { path: 'Campus' },
    { path: 'Campus › North' },
    { path: 'Campus › North › Pour' },
    { path: 'Campus › South' },
  ]);
});
