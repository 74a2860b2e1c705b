import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { addTime, as, type Company, hoursAgo, makeCompany } from './world.ts';

let db: TestDatabase;
let us: Company;

beforeAll(async () => {
  db = await createTestDatabase();
  us = await makeCompany(db.sql);
});
afterAll(() => db.drop());

test('every timestamp, date and number of every table refuses infinity and what is no number', async () => {
  const columns = await db.sql<{ table: string; name: string; type: string; rules: string[] }[]>`
    select c.oid::regclass::text as table, a.attname as name, t.typname as type,
      array(select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as rules
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and t.typname in ('timestamptz', 'timestamp', 'date', 'numeric', 'float8', 'float4')`;
  expect(columns.length).toBeGreaterThan(60);
  const taken: string[] = [];
  for (const { table, name, type, rules } of columns) {
    const isNumber = ['numeric', 'float8', 'float4'].includes(type);
    for (const value of isNumber ? ['NaN', 'Infinity', '-Infinity'] : ['infinity', '-infinity']) {
      const rule = rules.map((text) => `(${text})`).join(' and ') || 'true';
      const [row] = await db.sql.unsafe(
        `select ${rule} as passes from (select '${value}'::${type} as "${name}") as row`,
      );
      if (row?.['passes'] !== false) taken.push(`${table}.${name} takes ${value}`);
    }
  }
  // A new table: select private.refuse_non_finite('public.its_name'); in its migration.
  expect(taken).toEqual([]);
});

test('an employee cannot enter time that never begins or ends', async () => {
  const enter = (clockIn: string, clockOut: string | null) =>
    as(
      db.sql,
      us.employee,
      (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out)
        values (${us.employee.employeeId}, ${clockIn}::text::timestamptz, ${clockOut}::text::timestamptz)`,
    );
  for (const [from, to] of [
    ['infinity', null],
    ['-infinity', null],
    ['-infinity', '2026-03-01'],
    ['2026-03-01', 'infinity'],
  ] as const) {
    await expect(enter(from, to), `${from} ${to}`).rejects.toMatchObject({
      code: expect.stringMatching(/^(23514|P0001|22008)$/),
    });
  }
  const rows = await db.sql`select from time_entries where employee_id = ${us.employee.employeeId}`;
  expect(rows).toHaveLength(0);
});

test('a rate that is no number is refused', async () => {
  for (const rate of ['NaN', 'Infinity']) {
    await expect(
      as(
        db.sql,
        us.manager,
        (tx) => tx`insert into employee_rates (employee_id, hourly_rate, effective_from)
          values (${us.employee.employeeId}, ${rate}::numeric, '2026-01-01')`,
      ),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(23514|22003)$/) });
  }
});

test('the migration repairs what was stored before', async () => {
  const old = await createTestDatabase();
  const them = await makeCompany(old.sql);
  await addTime(old.sql, them.employee, hoursAgo(30), hoursAgo(28));
  const constraints = await old.sql<{ statement: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
      from pg_constraint where conname like 'finite\\_%'`;
  for (const { statement } of constraints) await old.sql.unsafe(statement);
  await old.sql.unsafe(`
    alter table time_entries disable trigger user;
    insert into time_entries (company_id, employee_id, clock_in, clock_out, status)
      select company_id, id, 'infinity', null, 'active' from employees where id = '${them.colleague.employeeId}';
    alter table time_entries enable trigger user;
    alter table employee_rates drop constraint if exists employee_rates_rate_range;
    alter table projects disable trigger user;
    update projects set deadline = 'infinity', created_at = '-infinity';
    alter table projects enable trigger user;
    drop function private.refuse_non_finite(regclass)`);
  const directory = path.join(import.meta.dirname, '../migrations');
  const file = readdirSync(directory).find((name) => name.endsWith('_finite_values.sql')) as string;
  await old.sql.unsafe(readFileSync(path.join(directory, file), 'utf8'));
  expect(await old.sql`select from time_entries`).toHaveLength(1);
  const [project] = await old.sql`select deadline, isfinite(created_at) as dated from projects`;
  expect(project).toEqual({ deadline: null, dated: true });
  await as(
    old.sql,
    them.manager,
    (tx) => tx`select deactivate_employee(${them.colleague.employeeId})`,
  );
  await old.drop();
});
