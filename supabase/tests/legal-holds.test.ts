import { expect, test } from 'vitest';
import { makeSamples } from './samples.ts';
import { as, type Company, openCompanies } from './world.ts';

// Whatever runs by itself and deletes leaves what a legal hold covers, however old it is.

const { db, us, them } = await openCompanies();
const YEARS = 20;

/** How somebody was told; what they were told of stays. */
const NOT_RECORDS = new Set(['notifications', 'notifications_sent']);

interface Table {
  readonly name: string;
  readonly moments: readonly string[];
  readonly subjects: readonly string[];
}

const tables = (await db.sql`
  select c.relname as name,
      array_agg(a.attname::text) filter (where t.typname in ('timestamptz', 'date') and a.attgenerated = '') as moments,
      array_agg(a.attname::text) filter (where a.attname in ('employee_id', 'project_id')) as subjects
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by 1 having bool_or(a.attname = 'company_id') and bool_or(a.attname = 'id') and bool_or(a.attname in ('employee_id', 'project_id'))
    order by 1`) as unknown as Table[];

/** As if all of it had happened long ago. */
async function age({ id }: Company): Promise<void> {
  await db.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const { name, moments } of tables)
      await tx.unsafe(
        `update ${name} set ${(moments ?? []).map((column) => `${column} = ${column} - interval '${YEARS} years'`).join(', ')} where company_id = '${id}'`,
      );
  });
}

async function rowsOf({ id }: Company): Promise<Map<string, Record<string, unknown>>> {
  const rows = new Map<string, Record<string, unknown>>();
  for (const { name, subjects } of tables) {
    const about = subjects.map((column) => `${column} is not null`).join(' or ');
    for (const { row } of await db.sql.unsafe(
      `select to_jsonb(t) as row from ${name} t where company_id = '${id}' and (${about})`,
    ))
      rows.set(`${name} ${row.id}`, row);
  }
  return rows;
}

/** Rows that went, and columns whose content did. */
function losses(before: Map<string, Record<string, unknown>>, after: typeof before): string[] {
  const lost: string[] = [];
  for (const [key, row] of before) {
    const [table = ''] = key.split(' ');
    const now = after.get(key);
    if (!now) lost.push(table);
    else
      for (const [column, value] of Object.entries(row))
        if (value !== null && now[column] === null) lost.push(`${table}.${column}`);
  }
  return [...new Set(lost)].sort();
}

test('no job deletes anything of somebody, or of a project, under a legal hold', async () => {
  for (const company of [us, them]) {
    await makeSamples(db.sql, company);
    await db.sql`insert into retention_rules (company_id, kind, years)
      select ${company.id}, k.kind, 7 from (select distinct kind from private.retention_laws()) k on conflict do nothing`;
    await age(company);
  }
  await as(db.sql, us.owner, async (tx) => {
    await tx`insert into legal_holds (employee_id, reason) select id, 'Claim' from employees`;
    await tx`insert into legal_holds (project_id, reason) select id, 'Claim' from projects`;
  });
  const [held, free] = [await rowsOf(us), await rowsOf(them)];
  const jobs = await db.sql`select jobname, command from cron.job where active order by jobname`;
  expect(jobs.length).toBeGreaterThan(25);
  for (let round = 0; round < 3; round += 1)
    for (const { command } of jobs) await db.sql.unsafe(command);
  const [lost, gone] = [losses(held, await rowsOf(us)), losses(free, await rowsOf(them))];
  expect(lost.filter((name) => !NOT_RECORDS.has(name))).toEqual([]);
  // Without a hold they do delete.
  expect(gone.length).toBeGreaterThan(5);
});
