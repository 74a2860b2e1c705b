import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../testing/fingerprint.ts';
import { prepareDataDirectory } from '../../testing/prepared-cluster.ts';
import { tamperBackup } from '../../testing/tamper-backup.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { loadSeed } from '../database/seed.ts';
import type { Sql } from '../database/sql/sql.ts';
import { compareFigures, compareTables } from './compare-restored.ts';
import { createBackup } from './create-backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { testRestore } from './restore-test.ts';
import { runRestoreTest } from './run-restore-test.ts';
import { removeScratchCluster } from './scratch-cluster.ts';
import { verifyBackup } from './verify-backup.ts';

const SUPABASE_DIR = path.join(import.meta.dirname, '../../supabase');
const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-backup-'));
const file = path.join(folder, 'backup.tar.zst');
// Beside the others, where PostgreSQL's user may enter.
const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-backed-up-'));
const restoredDir = path.join(folder, 'restored');
const place = { directory: path.join(dataDir, 'restore-test'), within: dataDir };
let server: TestServer;
let manifest: Manifest;
let before: Record<string, string>;

const liveSql = () => server.server.dependencies.database.sql;

beforeAll(async () => {
  mkdirSync(restoredDir);
  await prepareDataDirectory(dataDir, SUPABASE_DIR);
  server = await startTestServer({ dataDir, env: { DEMO: 'on' } });
  const { config, database } = server.server.dependencies;
  const connection = await database.sql.reserve();
  await loadSeed(connection, SUPABASE_DIR, config.project.seedPaths);
  connection.release();
  writeFileSync(path.join(dataDir, 'storage/objects/a-file'), 'stored');
  // A job between two looks would make a difference of its own, on the restored server as well.
  await database.sql`update cron.job set next_run_at = now() + interval '1 day'`;
  await fillSeveralPieces(database.sql);
  before = await fingerprint(database.sql);
  manifest = await createBackup(database.sql, dataDir, file);
});

afterAll(async () => {
  await server?.stop();
  for (const used of [folder, dataDir]) rmSync(used, { recursive: true, force: true });
});

/** A table of 20 MB lies in the archive in pieces, which are cut within its rows. */
async function fillSeveralPieces(sql: Sql): Promise<void> {
  await sql`
    insert into auth.audit_log_entries (id, payload)
    select gen_random_uuid(), json_build_object('text', repeat(md5(n::text), 1 + n % 40))
      from generate_series(1, 30000) as n`;
}

describe('a backup', () => {
  test('taken from a running server restores every table, file and secret', async () => {
    const tables = new Map(manifest.tables.map((table) => [table.name, table]));
    expect(tables.get('time_entries')?.rows).toBeGreaterThan(100);
    expect(tables.get('audit_log_entries')?.pieces).toBeGreaterThan(2);

    await restoreBackup({
      file,
      dataDir: restoredDir,
      supabaseDir: SUPABASE_DIR,
      report: () => undefined,
    });
    const restored = await startTestServer({ dataDir: restoredDir, env: { DEMO: 'on' } });
    const { sql } = restored.server.dependencies.database;
    expect(await fingerprint(sql)).toMatchObject(before);
    expect(restored.anonKey).toBe(server.anonKey);
    await expectDifferencesToBeNamed(sql);
    await restored.stop();
  });

  test('refuses to overwrite a database', async () => {
    const options = { file, dataDir, supabaseDir: SUPABASE_DIR, report: () => undefined };
    await expect(restoreBackup(options)).rejects.toThrow(/already holds a database/);
  });

  test('that was cut short or changed is recognised', async () => {
    await expect(verifyBackup(file)).resolves.toMatchObject({ format: 1 });
    const cut = path.join(folder, 'cut.tar.zst');
    await cp(file, cut);
    truncateSync(cut, 5_000);
    await expect(verifyBackup(cut)).rejects.toThrow(/damaged|incomplete/);
    await expect(verifyBackup(path.join(folder, 'none'))).rejects.toThrow(/does not exist/);
  });
});

/** Each in what is compared, on a database that was restored already. */
async function expectDifferencesToBeNamed(sql: Sql): Promise<void> {
  const tables = manifest.tables.filter(({ name }) => name === 'break_types');
  const compare = (changed: Partial<Manifest>) =>
    sql.begin((tx) => compareTables(tx, { ...manifest, tables, sequences: [], ...changed }));
  expect(await compare({})).toBeNull();
  const [table] = tables;
  if (!table) throw new Error('there are break types');
  expect(await compare({ tables: [{ ...table, rows: table.rows + 1 }] })).toEqual({
    kind: 'rows',
    subject: 'public.break_types',
    expected: String(table.rows + 1),
    found: String(table.rows),
  });
  const [month] = manifest.figures?.filter(({ name }) => name.includes('hours of')) ?? [];
  if (!month) throw new Error('there are hours');
  expect(await compareFigures(sql, manifest)).toBeNull();
  const figures = manifest.figures?.filter((figure) => figure !== month) ?? [];
  expect(await compareFigures(sql, { ...manifest, figures })).toMatchObject({
    subject: month.name,
    expected: null,
    found: month.value,
  });
  const invented = { name: 'hours of 1999', value: '1 s' };
  expect(
    await compareFigures(sql, { ...manifest, figures: [...figures, month, invented] }),
  ).toMatchObject({ subject: 'hours of 1999', expected: '1 s', found: null });

  await sql`update break_types set name = name || ' ' where id = (select min(id::text)::uuid from break_types)`;
  expect(await compare({})).toMatchObject({ kind: 'content', subject: 'public.break_types' });
  expect(
    await compare({
      tables: [],
      sequences: [{ schema: 'backup', name: 'runs_id_seq', value: '7' }],
    }),
  ).toMatchObject({ kind: 'sequence', subject: 'backup.runs_id_seq', expected: '7', found: null });
}

describe('a restore test', () => {
  const restoreOf = (name: string) =>
    testRestore({ file: path.join(folder, name), supabaseDir: SUPABASE_DIR, place });

  test('of a sound backup passes and leaves nothing behind', async () => {
    const live = await fingerprint(liveSql());
    const stop = new AbortController();
    const result = await runRestoreTest({ file, supabaseDir: SUPABASE_DIR, place }, stop.signal);
    expect(result).toMatchObject({
      verdict: 'passed',
      difference: null,
      backupAt: manifest.createdAt,
      tables: manifest.tables.length,
      files: manifest.files.length,
    });
    expect(result?.figures).toBeGreaterThan(3);
    expect(existsSync(place.directory)).toBe(false);
    expect(await fingerprint(liveSql())).toEqual(live);
  });

  test('finds an event of the history that was changed by somebody who knows the format', async () => {
    await tamperBackup(file, path.join(folder, 'history.tar.zst'), {
      subject: 'tables/public.audit_events',
      change: (rows) => {
        const [first = '', ...others] = rows.split('\n');
        return [first.replace('created', 'updated'), ...others].join('\n');
      },
      reseal: true,
    });
    const result = await restoreOf('history.tar.zst');
    await removeScratchCluster(place);
    expect(result).toMatchObject({ verdict: 'failed', difference: { kind: 'figure' } });
    expect(result.difference?.subject).toMatch(/Demo Construction Co\..*, history/);
    expect(result.difference?.found).toMatch(/^broken at event/);
  });

  test('names the part of an archive that is damaged, without restoring anything', async () => {
    await tamperBackup(file, path.join(folder, 'row.tar.zst'), {
      subject: 'tables/public.time_entries',
      change: (rows) => rows.slice(rows.indexOf('\n') + 1),
    });
    await tamperBackup(file, path.join(folder, 'stored.tar.zst'), {
      subject: 'storage/objects/a-file',
      change: () => 'STORED',
    });
    writeFileSync(path.join(folder, 'half.tar.zst'), readFileSync(file).subarray(0, 200_000));
    for (const [name, subject] of [
      ['row.tar.zst', 'tables/public.time_entries'],
      ['stored.tar.zst', 'storage/objects/a-file'],
      ['half.tar.zst', 'archive'],
      ['none.tar.zst', 'archive'],
    ] as const) {
      const { verdict, difference } = await restoreOf(name);
      expect({ verdict, difference }, name).toMatchObject({
        verdict: 'failed',
        difference: { kind: 'archive', subject },
      });
      expect(existsSync(place.directory), name).toBe(false);
    }
  });
});
