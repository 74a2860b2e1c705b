import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { as, type Person } from './world.ts';

/** The lock of a period must not keep a large company from clocking in. */
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
