import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Queryable, Sql } from '../server/database/sql/sql.ts';

const ROOT = path.join(import.meta.dirname, '..');
const GENERATOR = 'supabase/seed/generate.sql';
const EMPLOYEES_PER_COMPANY = 100;
const MAX_COMPANIES = 10;
const MIN_DAYS = 100;

/** Company 1 of the generated data, whose employee 1 is its owner, 2 a manager, 10 a worker. */
export interface GeneratedCompany {
  readonly companyId: string;
  readonly ownerId: string;
  readonly managerId: string;
  readonly workerId: string;
  readonly projectId: string;
}

/**
 * Fills a new database with about that many time entries, up to yesterday. Few entries are fewer
 * companies, not fewer days: a history shorter than the weeks that are read would flatter the small.
 */
export async function generateData(sql: Sql, entries: number): Promise<GeneratedCompany> {
  const perCompany = EMPLOYEES_PER_COMPANY * MIN_DAYS;
  const companies = Math.min(MAX_COMPANIES, Math.max(1, Math.round(entries / perCompany)));
  const days = Math.max(1, Math.round(entries / (companies * EMPLOYEES_PER_COMPANY)));
  await generateLoad(sql, companies, EMPLOYEES_PER_COMPANY, days);
  const [row] = await sql<GeneratedCompany[]>`
    select private.generate_id('company 1') as "companyId",
      private.generate_id('user 1 1') as "ownerId",
      private.generate_id('user 1 2') as "managerId",
      private.generate_id('user 1 10') as "workerId",
      (select id from public.projects where company_id = private.generate_id('company 1')
        order by name limit 1) as "projectId"`;
  if (!row) throw new Error('nothing was generated');
  return row;
}

/** Companies with that many employees each, who all worked on each of the last days. `root`: a release. */
export async function generateLoad(
  sql: Sql,
  companies: number,
  employees: number,
  days: number,
  root = ROOT,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await loadGenerator(transaction, root);
    await transaction`select private.generate_load(${companies}, ${employees}, ${days})`;
  });
  await sql`vacuum analyze`;
  if (root !== ROOT) return;
  // As the job leaves it.
  await sql`select private.add_up_work('1 hour')`;
  await sql`vacuum analyze private.company_work, private.company_work_outdated, private.people_numbers`;
}

/** Makes `private.generate_load` and its like, as the owner of the tables, until the end of the transaction. */
export async function loadGenerator(transaction: Queryable, root = ROOT): Promise<void> {
  await transaction.unsafe('set local role platform_owner');
  await transaction.unsafe(readFileSync(path.join(root, GENERATOR), 'utf8'));
}

/** Takes everything generated away again, also what is never emptied otherwise (history, signed reports). */
export async function clearData(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`truncate public.companies, auth.users cascade`;
  });
}
