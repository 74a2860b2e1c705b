import { beforeAll, expect, test } from 'vitest';
import { addTime, as, hire, hoursAgo, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();
let worker: Person;

beforeAll(async () => {
  worker = await hire(db.sql, us.owner, 'employee');
  await addTime(db.sql, worker, hoursAgo(5), hoursAgo(3), {
    project_id: us.project,
    cost_code_id: us.costCode,
  });
});

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
