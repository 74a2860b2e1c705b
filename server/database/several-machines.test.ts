import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  CLUSTER_PASSWORD,
  copyPreparedCluster,
  UNSAFE_SETTINGS,
} from '../../testing/prepared-cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { connectPlatform } from './sql/connect.ts';
import type { Sql } from './sql/sql.ts';
import { Connection } from './wire/connection.ts';
import { type Endpoint, parseDatabaseUrl } from './wire/endpoint.ts';
import { Machines } from './wire/machines.ts';

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'chalkline-machines-'));
const [leading, following] = [newFolder(), newFolder()];
let primary: EmbeddedPostgres;
let standby: Promise<EmbeddedPostgres>;
let endpoint: Endpoint;
let successor: Endpoint;
let sql: Sql;
let direct: Sql;

/** A standby without a primary to ask: it has what the copy has, and waits. */
beforeAll(async () => {
  for (const dataDir of [leading, following]) await copyPreparedCluster(dataDir);
  writeFileSync(path.join(following, 'postgres/standby.signal'), '');
  primary = await start(leading);
  // A standby is never as ready as a server wants it: the promise waits for its promotion.
  standby = start(following);
  successor = { ...primary.endpoint, host: path.join(following, 'run') };
  direct = connectPlatform(successor, { max: 1 });
  await vi.waitFor(() => direct`select 1`, 120_000);
  const gone = { host: '127.0.0.1', port: 1 };
  const machines = new Machines(gone, [successor, primary.endpoint].map(addressOf));
  endpoint = { ...primary.endpoint, ...gone, machines };
  sql = connectPlatform(endpoint, { max: 2 });
});

afterAll(async () => {
  await Promise.all([sql.end({ timeout: 1 }), direct.end({ timeout: 1 })]);
  await primary.stop();
  await (await standby).stop();
  for (const dataDir of [leading, following]) rmSync(dataDir, { recursive: true, force: true });
});

test('of several machines the one that takes writes is found, and its successor', async () => {
  const heard: string[] = [];
  await sql.listen('news', (payload) => heard.push(payload));
  const [before] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`;
  expect(before?.standby).toBe(false);
  expect(await isStandby()).toBe('f');

  await primary.stop();
  await expect(isStandby()).rejects.toThrow();
  await direct`select pg_promote()`;

  expect(await isStandby()).toBe('f');
  await expect.poll(() => sql`create temp table written ()`.then(() => true, String)).toBe(true);
  await expect
    .poll(async () => {
      await sql`notify news, 'again'`.catch(() => undefined);
      return heard;
    })
    .toContain('again');
});

test('an address names one host or several', () => {
  const one = parseDatabaseUrl('postgres://u:p%2C@db/time?sslmode=verify-full');
  expect(one).toEqual({
    ...{ host: 'db', port: 5432, user: 'u', password: 'p,', database: 'time', tls: 'verify' },
  });
  const several = parseDatabaseUrl(
    'postgres://u:p@a:6000,b,[::1]:6001/time?target_session_attrs=read-write',
  );
  expect(several).toMatchObject({ host: 'a', port: 6000, database: 'time' });
  expect(String(several.machines)).toBe('a:6000 or b:5432 or ::1:6001');
});

async function isStandby(): Promise<string | undefined> {
  const connection = await Connection.open(endpoint);
  const [result] = await connection.batch([{ text: 'select pg_is_in_recovery()' }]);
  connection.close();
  return result?.rows[0]?.[0]?.toString();
}

function start(dataDir: string): Promise<EmbeddedPostgres> {
  const settings = UNSAFE_SETTINGS;
  const password = CLUSTER_PASSWORD;
  return startEmbeddedPostgres({ dataDir, password, report: () => undefined, settings });
}

function addressOf({ host, port }: Endpoint) {
  return { host, port };
}
