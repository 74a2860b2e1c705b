import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createBackup } from '../../server/backup/create-backup.ts';
import { loadBackup } from '../../server/backup/load-backup.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import type { Endpoint } from '../../server/database/wire/endpoint.ts';
import { openFiles } from '../../server/storage/open-storage.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { findOldPostgres, startOldPostgres } from './old-postgres.ts';

const SUPABASE_DIR = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-dump-'));
const oldPostgres = findOldPostgres();
const stops: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The server that made the backup is the only one; keys are those of an installation. */
/** A restore is noted where it happened. */
const LEFT_OUT = /^(cron|realtime)\.|\.server_keys$|^backup\.restores$/;

/** Constraints and triggers, and whether each is in force; those of live updates come with a server's start. */
async function rules(sql: Sql): Promise<string[]> {
  const rows = await sql<{ rule: string }[]>`
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) as rule
      from pg_constraint where conrelid <> 0 and contype in ('c', 'f', 'p', 'u', 'x')
        and conrelid::regclass::text !~ '^(pg_|information_schema)'
    union all
    select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger
     where not tgisinternal and tgname <> 'zz_realtime_capture'`;
  return rows.map(({ rule }) => rule).toSorted();
}

async function signIn(server: { url: string; anonKey: string }): Promise<number> {
  const { status } = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: 'chalkline-demo' }),
  });
  return status;
}

describe('a backup of the embedded PostgreSQL', () => {
  test.skipIf(oldPostgres === undefined)(
    `loads into another major version, by an owner who is no superuser (${oldPostgres ?? 'none: install postgresql-15 to run this'})`,
    async () => {
      const dataDir = path.join(folder, 'embedded');
      const file = path.join(folder, 'backup.tar.zst');
      const embedded = await startTestServer({ dataDir, env: { DEMO: 'on' } });
      const { sql } = embedded.server.dependencies.database;
      // A job between two looks would make a difference of its own.
      await sql`update cron.job set active = false`;
      const service = {
        apikey: embedded.serviceKey,
        authorization: `Bearer ${embedded.serviceKey}`,
      };
      await fetch(`${embedded.url}/storage/v1/bucket`, {
        method: 'POST',
        headers: { ...service, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'plans', public: true }),
      });
      const name = `/storage/v1/object/plans/${randomUUID()}.txt`;
      await fetch(embedded.url + name, { method: 'POST', headers: service, body: 'A plan' });
      // What the server still sends would be written between the two.
      await expect
        .poll(
          async () => sql`select from mail.outbox where sent_at is null and given_up_at is null`,
        )
        .toEqual([]);
      const before = await fingerprint(sql, LEFT_OUT);
      const rulesBefore = await rules(sql);
      const manifest = await createBackup(sql, dataDir, file);
      await embedded.stop();

      const cluster = await startOldPostgres(oldPostgres as string);
      stops.push(() => cluster.stop());
      const tenant = await createTenant(cluster.endpoint);
      const files = await openFiles(undefined, path.join(folder, 'external/storage'));
      const options = { file, supabaseDir: SUPABASE_DIR, files, report: () => undefined };
      await loadBackup(tenant, options);
      const after = await fingerprint(tenant, LEFT_OUT);
      expect(Object.keys(after).length).toBeGreaterThan(40);
      expect(after).toEqual(before);
      expect(await rules(tenant)).toEqual(rulesBefore);
      for (const { schema, name: table, rows } of manifest.tables) {
        const [row] = await tenant`
          select count(*)::int as rows from ${tenant(schema)}.${tenant(table)}`;
        if (!['server_keys', 'restores'].includes(table))
          expect(row?.['rows'], `${schema}.${table}`).toBe(rows);
      }
      await expect(loadBackup(tenant, options)).rejects.toThrow(/in use/);
      await tenant.end();

      const { host, port } = cluster.endpoint;
      const external = await startTestServer({
        dataDir: path.join(folder, 'external'),
        env: {
          DATABASE_URL: `postgres://tenant:tenant@localhost:${port}/tenant?host=${host}`,
          DEMO: 'on',
        },
      });
      expect(external.anonKey).toBe(embedded.anonKey);
      expect(await signIn(external)).toBe(200);
      const plan = await fetch(external.url + name.replace('/object/', '/object/public/'));
      expect(await plan.text()).toBe('A plan');
      await external.stop();
    },
  );
});

/** An empty database whose owner is no superuser, as managed services give it. */
async function createTenant(cluster: Endpoint): Promise<Sql> {
  const admin = connectPlatform(cluster, { max: 1 });
  await admin.unsafe("create role tenant login createrole password 'tenant'");
  await admin.unsafe('create database tenant owner tenant');
  await admin.end();
  const tenant = { ...cluster, user: 'tenant', password: 'tenant', database: 'tenant' };
  return connectPlatform(tenant, { max: 2, settings: { TimeZone: 'UTC' } });
}
