import { expect, test } from 'vitest';
import { as, openCompany } from './world.ts';

const { db, us } = await openCompany();

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
