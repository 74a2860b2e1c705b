import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { addTime, as, type Company, hire, hoursAgo, makeCompany, type Person } from './world.ts';

let db: TestDatabase;
let us: Company;
let worker: Person;

beforeAll(async () => {
  db = await createTestDatabase();
  us = await makeCompany(db.sql);
  worker = await hire(db.sql, us.owner, 'employee');
  await addTime(db.sql, worker, hoursAgo(5), hoursAgo(3), {
    project_id: us.project,
    cost_code_id: us.costCode,
  });
});
afterAll(() => db.drop());

async function details(person: Person, project = us.project) {
  const [row] = await as(db.sql, person, (tx) => tx`select project_details(${project}) as d`);
  return row?.['d'];
}

test('a project shows its hours by cost code and person', async () => {
  const all = await details(us.owner);
  expect(
    all.by_person.find((row: { employee_id: string }) => row.employee_id === worker.employeeId),
  ).toMatchObject({
    seconds: 7200,
  });
  expect(all.by_cost_code[0].id).toBe(us.costCode);
  expect(all.recent.length).toBeGreaterThan(0);
  const [row] = await as(
    db.sql,
    us.owner,
    (tx) => tx`select * from project_overview() where project_id = ${us.project}`,
  );
  expect(Number(row?.['seconds'])).toBe(all.seconds);
});

test('workers see their own hours only', async () => {
  const other = await hire(db.sql, us.owner, 'employee');
  await as(
    db.sql,
    us.owner,
    (tx) => tx`delete from project_members where project_id = ${us.project}`,
  );
  const own = await details(other);
  expect(own).toMatchObject({ seconds: 0, by_person: [], recent: [] });
});

test('nobody learns of another company’s project', async () => {
  const them = await makeCompany(db.sql);
  await expect(details(them.owner)).rejects.toMatchObject({ hint: 'project_unknown' });
  const rows = await as(db.sql, them.owner, (tx) => tx`select project_id from project_overview()`);
  expect(rows.map((row) => row['project_id'])).not.toContain(us.project);
});

test('sums follow every way of changing time', async () => {
  const second = await as(db.sql, us.owner, async (tx) => {
    const [row] = await tx`insert into projects (name) values ('Elm Street') returning id`;
    return row?.['id'] as string;
  });
  const mason = await hire(db.sql, us.owner, 'employee');
  const sums = () => db.sql`select project_id, cost_code_id, seconds::float, entries::int
    from private.project_totals where employee_id = ${mason.employeeId} and (seconds <> 0 or entries <> 0)
    order by project_id, cost_code_id`;
  const expectExact = async () => {
    const kept = await sums();
    await db.sql`select private.recount_project_time()`;
    expect(kept).toEqual(await sums());
  };
  const act = (story: Parameters<typeof as>[2]) => as(db.sql, mason, story);

  const entry = await addTime(db.sql, mason, hoursAgo(40), hoursAgo(32), {
    project_id: us.project,
    cost_code_id: us.costCode,
  });
  await expectExact();
  const pauses = [{ started_at: hoursAgo(36), ended_at: hoursAgo(35.5), kind: 'meal' }];
  const save = (project: string, from: number, to: number, breaks: object) =>
    act(
      (tx) => tx`select save_time_entry(${entry}, null, ${hoursAgo(from)}, ${hoursAgo(to)},
        ${project}, breaks_param => ${tx.json(breaks as never)})`,
    );
  await save(us.project, 40, 32, pauses);
  await expectExact();
  // To another project with a break gone, longer, and back without a cost code.
  await save(second, 41, 31, []);
  await expectExact();
  await save(us.project, 40, 33, pauses);
  await expectExact();
  await act((tx) => tx`update time_entry_breaks set paid = true where time_entry_id = ${entry}`);
  await expectExact();
  // The clock: pause, switch and stop while on a break, which is cut by the stop.
  await act((tx) => tx`select clock_in(${us.project})`);
  await act((tx) => tx`select start_break('meal')`);
  await act((tx) => tx`select end_break()`);
  await expectExact();
  await act((tx) => tx`select switch_project(${second}, ${us.costCode})`);
  await act((tx) => tx`select start_break('meal')`);
  await act(
    (tx) => tx`update time_entries set project_id = ${us.project}, clock_out = clock_timestamp()
      where employee_id = ${mason.employeeId} and clock_out is null`,
  );
  await expectExact();
  await act((tx) => tx`delete from time_entries where employee_id = ${mason.employeeId}`);
  expect(await sums()).toEqual([]);
});

test('time that runs counts, without the break under way', async () => {
  const welder = await hire(db.sql, us.owner, 'employee');
  await as(db.sql, welder, async (tx) => {
    await tx`insert into time_entries (employee_id, clock_in, project_id)
      values (${welder.employeeId}, now() - interval '3 hours', ${us.project})`;
    await tx`insert into time_entry_breaks (time_entry_id, started_at, ended_at)
      select id, now() - interval '2 hours', now() - interval '90 minutes' from time_entries
      where employee_id = ${welder.employeeId}`;
    await tx`insert into time_entry_breaks (time_entry_id, started_at)
      select id, now() - interval '15 minutes' from time_entries where employee_id = ${welder.employeeId}`;
  });
  const own = await details(welder);
  expect(own.seconds).toBeGreaterThanOrEqual(2.25 * 3600);
  expect(own.seconds).toBeLessThan(2.25 * 3600 + 60);
  expect(own.by_person).toHaveLength(1);
});
