import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../server/database/sql/sql.ts';
import { OWNER } from '../../testing/hosted.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { PayrollStage } from './payroll-stage.ts';
import { as, type Tx } from './world.ts';

const SEED = path.join(import.meta.dirname, '../seed');
const SEEDS = ['demo', 'demo_equipment', 'demo_budgets', 'demo_lists', 'demo_public_work'];

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ connections: 1 });
  const seed = SEEDS.map((part) => readFileSync(path.join(SEED, `${part}.sql`), 'utf8')).join('\n');
  await db.sql.unsafe(`begin;\nset local role ${OWNER};\n${seed}\n;commit`);
});
afterAll(() => db.drop());

interface NumberColumn {
  readonly table: string;
  readonly column: string;
  /** The largest values its type and its constraints name, the largest first. */
  readonly largest: string[];
}

/** The numbers people may write, straight from the catalog. */
function listNumbers(sql: Sql) {
  return sql<NumberColumn[]>`
    select c.relname as table, a.attname as column, array(
      select v::text from (
        select case a.atttypid when 'bigint'::regtype then 9223372036854775807 when 'integer'::regtype then 2147483647
          else power(10::numeric, ((a.atttypmod - 4) >> 16) - ((a.atttypmod - 4) & 65535)) - power(10::numeric, -((a.atttypmod - 4) & 65535)) end as v
        union
        select x.v from pg_constraint k
        cross join lateral regexp_matches(pg_get_constraintdef(k.oid), '[0-9]+(?:[.][0-9]+)?', 'g') m
        cross join lateral (values (m[1]::numeric), (m[1]::numeric - 0.01), (m[1]::numeric - 1)) x (v)
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)) u
      where v > 0 order by v desc) as largest
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and (a.atttypid in ('integer'::regtype, 'bigint'::regtype) or a.atttypid = 'numeric'::regtype and a.atttypmod > 0)
      and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert') or has_column_privilege('authenticated', c.oid, a.attnum, 'update'))
    order by 1, 2`;
}

/** Whether a statement was accepted; what it did stays only then. */
async function attempt(tx: Tx, statement: string): Promise<{ code?: string; message?: string }> {
  await tx.unsafe('savepoint attempt');
  try {
    await tx.unsafe(statement);
    return {};
  } catch (error) {
    await tx.unsafe('rollback to savepoint attempt');
    return error as { code: string; message: string };
  }
}

async function fillWithLargest(tx: Tx, numbers: readonly NumberColumn[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { table, column, largest } of numbers) {
    for (const value of largest) {
      const { code } = await attempt(
        tx,
        `update public.${table} set ${column} = ${value} where ${column} is not null`,
      );
      if (code !== undefined) continue;
      filled.push(`${table}.${column}`);
      break;
    }
  }
  return filled;
}

/** Reads of a company that take nothing but a range, a project, a person or a day. */
function listReads(sql: Sql) {
  return sql<{ name: string; call: string }[]>`
    select p.proname as name, format('select count(*) from public.%I(%s) r where r is not null', p.proname,
      string_agg(format('%s => %s', u.name, case u.name
        when 'start_date_param' then 'current_date - 60' when 'end_date_param' then 'current_date'
        when 'company_id_param' then '(select id from public.companies)' when 'date_param' then 'current_date'
        when 'project_id_param' then '(select project_id from public.public_contracts limit 1)'
        when 'week_end_param' then '(select week_end from public.public_contracts c cross join lateral public.certified_payroll_weeks(c.project_id) w limit 1)'
        else '(select employee_id from public.payroll_lines limit 1)' end), ', ' order by u.position)) as call
    from pg_proc p
    left join lateral unnest(p.proargnames[:p.pronargs - p.pronargdefaults]) with ordinality u (name, position) on true
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and p.prokind = 'f'
      and has_function_privilege('authenticated', p.oid, 'execute')
    group by p.oid, p.proname
    having bool_and(u.name is null or u.name in ('start_date_param', 'end_date_param', 'company_id_param', 'project_id_param', 'employee_id_param', 'date_param', 'week_end_param'))
    order by 1`;
}

test('the largest number each column accepts breaks no screen, budget, report or file', async () => {
  const [numbers, reads] = [await listNumbers(db.sql), await listReads(db.sql)];
  const [owner] = await db.sql`select user_id as "userId" from employees where role = 'owner'`;
  const failures: string[] = [];
  await db.sql
    .begin(async (tx) => {
      // What was written before a limit came stays; triggers would refuse most of it.
      await tx.unsafe(`set local session_replication_role = replica`);
      const filled = await fillWithLargest(tx as Tx, numbers);
      expect(filled.length).toBeGreaterThan(60);
      expect(filled).toEqual(
        expect.arrayContaining(['employee_rates.hourly_rate', 'budget_lines.quantity']),
      );
      await tx.unsafe(`set local session_replication_role = origin`);
      await tx.unsafe('delete from private.pay_weeks; delete from private.pay_lines');
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: owner?.['userId'] })}, true)`;
      for (const { name, call } of reads) {
        await tx.unsafe('savepoint reading');
        const { code, message } = await attempt(tx as Tx, call);
        // Class 22: out of range, division by zero and the like. Refusals have codes of their own.
        if (code?.startsWith('22')) failures.push(`${name}: ${code} ${message}`);
        await tx.unsafe('rollback to savepoint reading');
      }
      throw new Error('undone');
    })
    .catch((error: Error) => expect(error.message).toBe('undone'));
  expect(failures).toEqual([]);
  expect(reads.length).toBeGreaterThan(60);
});

test('RT-4: a rate stored before there was a limit is unknown, and the others are paid', async () => {
  const stage = await PayrollStage.open(db.sql);
  const worker = await stage.worker(30);
  const other = await stage.worker(20);
  for (const person of [worker, other])
    await stage.work(person, '2026-03-09 07:00', '2026-03-09 15:00');
  await stage.rate(other, '9999.99', { from: '2026-02-01' });
  for (const [table, statement] of [
    [
      'employee_rates',
      `update employee_rates set hourly_rate = 10000 where employee_id = '${other}'`,
    ],
    [
      'pay_items',
      `insert into pay_items (employee_id, work_date, pay_code, minutes, hourly_rate) values ('${other}', '2026-03-09', 'SHOWUP', 60, 250000)`,
    ],
    [
      'pay_items',
      `insert into pay_items (employee_id, work_date, pay_code, amount_cents) values ('${other}', '2026-03-09', 'BONUS_D', 1000000001)`,
    ],
    [
      'pay_items',
      `insert into pay_items (employee_id, work_date, pay_code, minutes) values ('${other}', '2026-03-09', 'PTO', 600001)`,
    ],
  ] as const)
    await expect(as(db.sql, stage.owner, (tx) => tx.unsafe(statement))).rejects.toThrow(table);
  await db.sql.begin(async (tx) => {
    await tx.unsafe('alter table employee_rates drop constraint employee_rates_at_most');
    await tx`update employee_rates set hourly_rate = 250000 where employee_id = ${other} and effective_from = '2026-02-01'`;
    await tx.unsafe(
      'alter table employee_rates add constraint employee_rates_at_most check (hourly_rate <= 9999.99) not valid',
    );
  });
  const paid = Object.fromEntries(
    (await stage.lines()).map((line) => [line.employee_id, line.total_cents]),
  );
  expect(paid).toEqual({ [worker]: 24000, [other]: null });
});

test('a company whose pay cannot be computed does not keep the others from being cached', async () => {
  const stages = await Promise.all([0, 1, 2].map(() => PayrollStage.open(db.sql)));
  for (const stage of stages) {
    const worker = await stage.worker(30);
    await stage.work(worker, '2026-03-09 07:00', '2026-03-09 15:00');
  }
  const [first] = stages.toSorted((a, b) => a.companyId.localeCompare(b.companyId));
  // Rules no version ever stored; what matters is that computing fails.
  await db.sql`insert into overtime_policies (company_id, effective_from, preset, policy)
    values (${first?.companyId ?? null}, '2020-01-01', 'CUSTOM', '{"weekly_after": "x"}')`;
  await db.sql`select private.cache_past_pay('1 minute')`;
  const cached =
    await db.sql`select distinct company_id::text as id from private.pay_weeks where week = '2026-03-09'`;
  const ids = new Set(cached.map(({ id }) => id));
  expect(stages.map((stage) => ids.has(stage.companyId))).toEqual(
    stages.map((stage) => stage !== first),
  );
});
