import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { as, type Person } from './world.ts';

/** What one person or one site changes must not reach everybody of a company. */
let db: TestDatabase;
let manager: Person;
beforeAll(async () => {
  db = await createTestDatabase({ connections: 3 });
  const generator = path.join(import.meta.dirname, '../seed/generate.sql');
  await db.sql.unsafe(readFileSync(generator, 'utf8'));
  // Each of them works on one project all the time.
  await db.sql`select private.generate_load(1, 24, 4)`;
  const [row] =
    await db.sql`select private.generate_id('company 1') as company, private.generate_id('user 1 2') as account`;
  manager = { userId: row?.['account'], companyId: row?.['company'], employeeId: '', email: '' };
});
afterAll(() => db.drop());

const weeksKept = async () =>
  (
    await db.sql`select employee_id::text as id from private.pay_weeks where company_id = ${manager.companyId}
      group by 1 order by 1`
  ).map(({ id }) => id as string);
const fill = () =>
  db.sql`select private.fill_pay(${manager.companyId}, current_date - 21, current_date, null)`;
const payOf = async (person: string) =>
  (
    await db.sql`select coalesce(sum(total_cents), 0)::int as cents
      from private.payroll_lines_now(${manager.companyId}, current_date - 21, current_date, ${[person]}::uuid[])`
  )[0]?.['cents'] as number;

test('an edited class outdates the pay of who worked on its project, and nobody else’s', async () => {
  const [site] = await db.sql`
    select project_id as id, array_agg(distinct employee_id::text order by employee_id::text) as people
    from time_entries group by 1 having count(distinct employee_id) = 2 order by 1 limit 1`;
  const [classId] = await as(db.sql, manager, async (tx) => {
    await tx`insert into public_contracts (project_id) values (${site?.['id']})`;
    const [d] = await tx`insert into wage_determinations (project_id, number, effective_from)
      values (${site?.['id']}, 'NY1', current_date - 60) returning id`;
    return tx`insert into work_classifications (determination_id, code, name, base_rate)
      values (${d?.['id']}, 'LABO1', 'Laborer', 60) returning id`;
  });
  await db.sql`update time_entries set classification_id = ${classId?.['id']} where project_id = ${site?.['id']}`;
  await fill();
  const person = String(site?.['people'][0]);
  const before = await payOf(person);
  expect(before).toBeGreaterThan(0);
  expect(await weeksKept()).toHaveLength(24);

  await as(
    db.sql,
    manager,
    (tx) => tx`update work_classifications set base_rate = 90 where id = ${classId?.['id']}`,
  );
  const outdated =
    await db.sql`select employee_id::text as id from private.pay_weeks_outdated order by 1`;
  expect(outdated.map(({ id }) => id)).toEqual(site?.['people']);
  expect(await payOf(person)).toBeGreaterThan(before);
  expect(await db.sql`select from private.pay_weeks_outdated`).toEqual([]);

  // Twice in one transaction is noted once.
  await as(db.sql, manager, async (tx) => {
    await tx`update work_classifications set base_rate = 91 where id = ${classId?.['id']}`;
    await tx`update work_classifications set base_rate = 92 where id = ${classId?.['id']}`;
  });
  expect(await db.sql`select from private.pay_weeks_outdated`).toHaveLength(2);
});

test('the pay of a period is computed before its lock keeps everybody from clocking in', async () => {
  await db.sql`delete from private.pay_weeks`;
  await db.sql`delete from private.pay_lines`;
  const punch = await db.sql.reserve();
  await punch.unsafe('begin');
  await punch`select private.lock_time_shared(${manager.companyId})`;
  const locked = as(
    db.sql,
    manager,
    (tx) => tx`select status from lock_pay_period(current_date - 5, current_date - 2, true)`,
  );
  const held = (key: string, granted: boolean) => db.sql`
    select from pg_locks l where l.locktype = 'advisory' and l.granted = ${granted} and l.mode = 'ExclusiveLock'
      and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended(${key}, 0)`;
  await expect.poll(() => held(`time:${manager.companyId}`, false)).toHaveLength(1);
  // It waits for the punch, and has what takes long behind it.
  expect(await held(`pay:${manager.companyId}`, true)).toHaveLength(1);
  await punch.unsafe('commit');
  punch.release();
  expect(await locked).toEqual([{ status: 'locked' }]);
  const [sums] = await db.sql`select
    (select sum(minutes)::int from payroll_lines) as frozen,
    (select sum(seconds / 60)::int from work_totals where work_date between current_date - 5 and current_date - 2) > 0 as worked`;
  expect(sums?.['frozen']).toBeGreaterThan(0);
  expect(sums?.['worked']).toBe(true);
});
