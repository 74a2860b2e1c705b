import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { prepareDatabase } from '../../server/database/prepare-database.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import type { Endpoint } from '../../server/database/wire/endpoint.ts';
import { findOldPostgres, startOldPostgres } from './old-postgres.ts';
import { as, makeCompany } from './world.ts';

const SEED = './seed/demo.sql';
const oldPostgres = findOldPostgres();

/** An empty database whose owner is no superuser, as managed services give it. */
async function prepareAsTenant(cluster: Endpoint): Promise<Sql> {
  const admin = connectPlatform(cluster, { max: 1 });
  await admin.unsafe("create role tenant login createrole password 'tenant'");
  await admin.unsafe('create database tenant owner tenant');
  await admin.end();
  const tenant = { ...cluster, user: 'tenant', password: 'tenant', database: 'tenant' };
  const sql = connectPlatform(tenant, { max: 2 });
  await prepareDatabase(sql, {
    supabaseDir: path.join(import.meta.dirname, '..'),
    project: {
      schemas: ['public'],
      maxRows: 1000,
      extraSearchPath: ['public', 'extensions'],
      redirectUrls: [],
      seedPaths: [SEED],
      raw: {},
    },
    seed: true,
    report: () => undefined,
  });
  return sql;
}

async function liveADay(sql: Sql): Promise<void> {
  const company = await makeCompany(sql);
  await as(sql, company.employee, async (tx) => {
    await tx`select clock_in(${company.project}, ${company.costCode}, 'day', gen_random_uuid())`;
    await tx`select start_break('rest')`;
    await tx`select switch_project(${company.project})`;
    await tx`select clock_out()`;
  });
  const rows = await as(sql, company.manager, (tx) => tx`select status from time_entries`);
  expect(rows).toEqual([{ status: 'completed' }, { status: 'completed' }]);
  expect(await as(sql, company.colleague, (tx) => tx`select from time_entries`)).toHaveLength(0);
  await expect(as(sql, 'service_role', (tx) => tx`delete from audit_events`)).rejects.toMatchObject(
    { code: '42501' },
  );
  for (const { id } of await sql`select id from companies`) {
    const [chain] = await sql`select * from verify_audit_chain(${id})`;
    expect(chain?.['broken_id']).toBeNull();
  }
}

describe('migrations and demo company, by an owner who is no superuser', {
  timeout: 180_000,
}, () => {
  test('on the embedded PostgreSQL', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-tenant-'));
    const postgres = await startEmbeddedPostgres({
      dataDir,
      password: 'test',
      report: () => undefined,
      settings: { fsync: 'off' },
    });
    const sql = await prepareAsTenant(postgres.endpoint);
    await liveADay(sql);
    await sql.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test.skipIf(oldPostgres === undefined)(
    `on the oldest PostgreSQL of this machine (${oldPostgres ?? 'none: install postgresql-15 to run this'})`,
    async () => {
      const postgres = await startOldPostgres(oldPostgres as string);
      const sql = await prepareAsTenant(postgres.endpoint);
      await liveADay(sql);
      await sql.end();
      await postgres.stop();
    },
  );
});
