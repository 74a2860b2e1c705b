import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { as, type Tx } from './world.ts';

let db: TestDatabase;
let company: string;
let owner: { userId: string };

beforeAll(async () => {
  db = await createTestDatabase();
  await db.sql.unsafe(readFileSync(path.join(import.meta.dirname, '../seed/generate.sql'), 'utf8'));
  await db.sql`select private.generate_load(1, 1000, 30)`;
  await db.sql`analyze`;
  const [row] = await db.sql`select private.generate_id('company 1') as company,
    private.generate_id('user 1 1') as owner`;
  company = row?.['company'];
  owner = { userId: row?.['owner'] };
}, 180_000);
afterAll(() => db.drop());

/** Milliseconds of the fastest of some runs: what the work costs when nothing else disturbs. */
async function fastest(tx: Tx, query: string, args: string[]): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 15; run += 1) {
    const start = performance.now();
    await tx.unsafe(query, args);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

// The aim is 4; it is held on a quiet machine. Twice that is a change for the worse on any.
test('the export of 1,000 people over two whole weeks stays near four times the bare sum', async () => {
  const [range] = await db.sql`select start::text as start, (start + 13)::text as end
    from (select current_date - 16 - extract(dow from current_date - 16)::integer as start) d`;
  const args = [company, range?.['start'], range?.['end']];
  const bare = await db.sql.begin((tx) =>
    fastest(
      tx as unknown as Tx,
      `select employee_id, sum(extract(epoch from clock_out - clock_in)) from time_entries
       where company_id = $1 and clock_in >= $2::date and clock_in < $3::date + 1 group by employee_id`,
      args,
    ),
  );
  const payroll = await as(db.sql, owner, (tx) =>
    fastest(tx, 'select * from generate_payroll_export_data($1, $2, $3)', args),
  );
  const [rows] = await as(db.sql, owner, (tx) =>
    tx.unsafe('select count(*)::int as n from generate_payroll_export_data($1, $2, $3)', args),
  );
  expect(rows?.['n']).toBe(1000);
  expect(payroll / bare).toBeLessThan(8);
}, 120_000);
