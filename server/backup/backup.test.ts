import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fingerprint } from '../../testing/fingerprint.ts';
import { prepareDataDirectory } from '../../testing/prepared-cluster.ts';
import { addToBackup, tamperBackup } from '../../testing/tamper-backup.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { loadSeed } from '../database/seed.ts';
import type { Sql } from '../database/sql/sql.ts';
import { createLog } from '../http/log.ts';
import { listBackups } from './backup-folder.ts';
import { lastBackupRun, lastRestoreTest } from './backup-records.ts';
import { compareFigures, compareTables } from './compare-restored.ts';
import { createBackup } from './create-backup.ts';
import type { Manifest } from './manifest.ts';
import { backUpIfMissing } from './nightly-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { testRestore } from './restore-test.ts';
import { removeScratchCluster } from './scratch-cluster.ts';
import { verifyBackup } from './verify-backup.ts';
import { testNewestBackup } from './weekly-restore-test.ts';

const SUPABASE_DIR = path.join(import.meta.dirname, '../../supabase');
const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-backup-'));
const file = path.join(folder, 'backup.tar.zst');
// Beside the others, where PostgreSQL's user may enter.
const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-backed-up-'));
const restoredDir = path.join(folder, 'restored');
const place = { directory: path.join(dataDir, 'restore-test'), within: dataDir };
/** What the server itself writes between two looks, and what a test records. */
const RECORDED = /^(cron|realtime|mail|backup)\./;
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
  mkdirSync(path.join(dataDir, 'tls/lan'), { recursive: true });
  writeFileSync(path.join(dataDir, 'tls/lan/authority.pem'), 'authority');
  // A job between two looks would make a difference of its own, on the restored server as well.
  await database.sql`update cron.job set next_run_at = now() + interval '1 day'`;
  await vi.waitUntil(async () => (await runningJobs(database.sql)) === 0, { timeout: 120_000 });
  await fillSeveralPieces(database.sql);
  await notifyOfNewerEvent(database.sql);
  await signHistories(server);
  before = await fingerprint(database.sql);
  manifest = await createBackup(database.sql, dataDir, file);
});

afterAll(async () => {
  await removeScratchCluster(place);
  await server?.stop();
  for (const used of [folder, dataDir]) rmSync(used, { recursive: true, force: true });
});

async function runningJobs(sql: Sql): Promise<number> {
  const [row] = await sql<{ running: number }[]>`
    select count(*)::int as running from cron.job_run_details where status = 'running'`;
  return row?.running ?? 0;
}

/** A table of 20 MB lies in the archive in pieces, which are cut within its rows. */
async function fillSeveralPieces(sql: Sql): Promise<void> {
  await sql`
    insert into auth.audit_log_entries (id, payload)
    select gen_random_uuid(), json_build_object('text', repeat(md5(n::text), 1 + n % 40))
      from generate_series(1, 30000) as n`;
}

/** An event that a function in supabase/schemas knows, and none in the migrations: a check asks it. */
async function notifyOfNewerEvent(sql: Sql): Promise<void> {
  await sql`
    insert into public.notifications (company_id, employee_id, event, template, data)
    select company_id, id, 'expense_decided', 'expense_approved', '{}' from public.employees limit 1`;
}

/** Checks that do not hold for every row. */
const unchecked = (sql: Sql) =>
  sql`select conname from pg_constraint where contype = 'c' and not convalidated`;

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
    // The restore itself is noted.
    const after = { ...before, 'backup.restores': expect.stringMatching(/^1 /) };
    expect(await fingerprint(sql)).toMatchObject(after);
    expect(await unchecked(sql)).toEqual([]);
    expect(restored.anonKey).toBe(server.anonKey);
    // With another one every phone would have to subscribe again.
    const pushKeyOf = (one: TestServer) => one.server.dependencies.keys.pushKey.publicKey;
    expect(pushKeyOf(restored)).toBe(pushKeyOf(server));
    // Sealed before the backup, opened after it.
    const sealed = server.server.dependencies.keys.sealKeys.seal('text', 'a context');
    expect(restored.server.dependencies.keys.sealKeys.unseal(sealed, 'a context')).toBe('text');
    const authority = path.join(restoredDir, 'tls/lan/authority.pem');
    expect(readFileSync(authority, 'utf8')).toBe('authority');
    expect(statSync(authority).mode & 0o777).toBe(0o600);
    await expectDifferencesToBeNamed(sql);
    await expectRestoreToBeSigned(restored);
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

describe('a backup made by somebody else', () => {
  const bytes = Buffer.from('planted');
  const same = (manifest: Manifest) => manifest;
  const withFile = (name: string) => (manifest: Manifest, sha256: string) => ({
    ...manifest,
    files: [...manifest.files, { path: name, bytes: bytes.length, sha256 }],
  });
  const withTable = (given: Manifest, sha256: string) => ({
    ...given,
    tables: [
      ...given.tables,
      ...[
        { schema: 'pg_catalog', name: 'pg_authid', columns: ['rolname'], rows: 1, pieces: 1 },
      ].map((table) => ({ ...table, sha256 })),
    ],
  });
  const hostileDir = () => path.join(folder, 'hostile', crypto.randomUUID());
  const restore = (from: string, into: string, report: (step: string) => void = () => undefined) =>
    restoreBackup({ file: from, dataDir: into, supabaseDir: SUPABASE_DIR, report });

  test.each([
    ['a file that leads out of the folder', 'storage/../../planted', withFile('../../planted')],
    [
      'one that does so deeper',
      'storage/objects/../../../planted',
      withFile('objects/../../../planted'),
    ],
    ['a file beside the objects', 'storage/planted', withFile('planted')],
    ['a file the manifest does not name', 'storage/objects/planted', same],
    ['an entry that is no part of a backup', '.env', same],
  ])('restores nothing with %s', async (_what, name, change) => {
    const hostile = path.join(folder, 'hostile.tar.zst');
    await addToBackup(file, hostile, { name, bytes }, change);
    const into = hostileDir();
    mkdirSync(into, { recursive: true });
    await expect(restore(hostile, into)).rejects.toThrow(/damaged at/);
    expect(existsSync(path.join(into, '../planted'))).toBe(false);
    expect(readdirSync(into)).toEqual([]);
  });

  test('fills no table of PostgreSQL itself', async () => {
    const hostile = path.join(folder, 'hostile.tar.zst');
    const name = 'tables/pg_catalog.pg_authid/000000.copy';
    await addToBackup(file, hostile, { name, bytes: Buffer.from('planted\n') }, withTable);
    const into = hostileDir();
    mkdirSync(into, { recursive: true });
    await expect(restore(hostile, into)).rejects.toThrow(/none of this program/);
  });

  test('brings no jobs that run: those of this program stay on, others wait for somebody', async () => {
    const hostile = path.join(folder, 'hostile.tar.zst');
    const { columns = [] } = manifest.tables.find(({ name }) => name === 'job') ?? {};
    const row: Record<string, string> = {
      ...{ jobid: '9999', schedule: '* * * * *', nodename: 'localhost', nodeport: '5432' },
      ...{ database: 'postgres', active: 't', jobname: 'planted' },
      ...{ username: 'postgres', command: "copy (select 1) to program 'touch /tmp/planted'" },
    };
    const line = columns.map((column) => row[column] ?? '\\N').join('\t');
    await tamperBackup(file, hostile, {
      subject: 'tables/cron.job',
      change: (content) => `${content}${line}\n`,
      reseal: true,
    });
    const into = hostileDir();
    mkdirSync(into, { recursive: true });
    const steps: string[] = [];
    await restore(hostile, into, (step) => steps.push(step));
    expect(steps.join()).toContain('Switched off jobs that this program does not make: planted.');
    const restored = await startTestServer({ dataDir: into, env: { DEMO: 'on' } });
    const off = await restored.server.dependencies.database
      .sql`select jobname from cron.job where not active`;
    await restored.stop();
    expect(off).toEqual([{ jobname: 'planted' }]);
  });
});

describe('a nightly backup', () => {
  const backUp = (backupDir: string) => {
    const { config, database } = server.server.dependencies;
    const name = 'backup-2026-11-12.tar.zst';
    return backUpIfMissing(
      { config, database, log: createLog('silent') },
      path.join(backupDir, name),
    );
  };

  test('is recorded, one that fails once however often it is tried', async () => {
    writeFileSync(path.join(folder, 'no-folder'), '');
    for (const _ of [1, 2]) await backUp(path.join(folder, 'no-folder/backups'));
    expect(await lastBackupRun(liveSql())).toMatchObject({
      error: expect.stringContaining('ENOTDIR'),
    });
    const nights = path.join(folder, 'nights');
    for (const _ of [1, 2]) await backUp(nights);
    expect(await lastBackupRun(liveSql())).toMatchObject({ error: null });
    const runs =
      await liveSql()`select error is null as good, attempts from backup.runs order by id`;
    expect(runs).toEqual([
      { good: false, attempts: 2 },
      { good: true, attempts: 1 },
    ]);
    expect(await listBackups(nights)).toMatchObject([{ name: 'backup-2026-11-12.tar.zst' }]);
    expect(await listBackups(path.join(folder, 'none'))).toEqual([]);
  });

  test.each(['anon', 'authenticated', 'service_role'])('is not for %s to see', async (role) => {
    const asRole = (statement: string) =>
      liveSql().begin(async (sql) => {
        await sql.unsafe(`set local role ${role}`);
        await sql.unsafe(statement);
      });
    for (const statement of [
      'select from backup.runs',
      'select from backup.restore_tests',
      'select backup.last_restore_test()',
      'select backup.take_failed_restore_test()',
      'select private.backup_figures(now())',
      'select private.restored_problems()',
      'select private.notify_of_failed_restore()',
      'select private.system_company_id()',
    ]) {
      await expect(asRole(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  });
});

/** As the job does: every company's history gets a signed end, and the server signs it. */
async function signHistories({ server: { dependencies } }: TestServer): Promise<void> {
  const { sql } = dependencies.database;
  await sql`select private.request_daily_roots()`;
  await sql`select private.make_requested_roots()`;
  await vi.waitUntil(
    async () =>
      (await sql`select from public.ledger_roots where signature is null`).length === 0 &&
      (await sql`select from private.signatures where checked_at is null`).length === 0,
    { timeout: 120_000 },
  );
}

/** The server that was restored signs with the same key, goes on from the last end before the backup, and says what happened. */
async function expectRestoreToBeSigned(restored: TestServer): Promise<void> {
  const { database, keys } = restored.server.dependencies;
  await signHistories(restored);
  const roots = await database.sql<
    { reason: string; note: string | null; text: string; signature: string; key_id: string }[]
  >`select reason, note, signed_text as text, signature, key_id from public.ledger_roots order by company_id, first_position`;
  const [first, second] = roots;
  expect(roots.map(({ reason }) => reason)).toEqual(['daily', 'restored']);
  expect(second?.note).toMatch(/^Restored from the backup of \d{4}-\d{2}-\d{2}T/);
  const content = JSON.parse(second?.text ?? '');
  expect(content.from).toBe(JSON.parse(first?.text ?? '').to + 1);
  expect(content.previous).toBe(
    createHash('sha256')
      .update(first?.text ?? '')
      .digest('hex'),
  );
  for (const root of roots) expect(keys.ledgerKeys.holds(root)).toBe(true);
  expect(second?.key_id).toBe(first?.key_id);
  const [event] =
    await database.sql`select after from public.audit_events where action = 'restored'`;
  expect(event?.['after']).toMatchObject({ backup_at: expect.any(String) });
  const [check] =
    await database.sql`select private.check_ledger(id) as state from public.companies`;
  expect(check?.['state']).toMatchObject({ problem: null, roots: 2 });
}

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

  const { figures: _, ...others } = manifest;
  expect(await compareFigures(sql, { ...others, figuresProblem: 'timeout' })).toMatchObject({
    kind: 'figure',
    found: 'timeout',
  });

  await sql`update break_types set name = name || ' ' where id = (select min(id::text)::uuid from break_types)`;
  expect(await compare({})).toMatchObject({ kind: 'content', subject: 'public.break_types' });
  expect(
    await compare({
      tables: [],
      sequences: [{ schema: 'backup', name: 'runs_id_seq', value: '7' }],
    }),
  ).toMatchObject({ kind: 'sequence', subject: 'backup.runs_id_seq', expected: '7', found: null });
}

/** As a server runs it whose BACKUP_DIR holds one of these files under the name of a day. */
async function runJob(source: string, day: string, stop = new AbortController()): Promise<void> {
  const backupDir = path.join(folder, 'backups');
  mkdirSync(backupDir, { recursive: true });
  await cp(path.join(folder, source), path.join(backupDir, `backup-${day}.tar.zst`));
  const { config, database } = server.server.dependencies;
  const log = createLog('silent');
  await testNewestBackup({ config: { ...config, backupDir }, database, log }, stop.signal, true);
}

const hasPostgres = () => existsSync(path.join(place.directory, 'postgres/postmaster.pid'));

describe('a restore test', () => {
  test('whose processes were killed leaves nothing that the next start does not remove', async () => {
    const program = path.join(import.meta.dirname, 'restore-test-process.ts');
    const child = fork(program, { execArgv: [], stdio: 'ignore' });
    child.send({ file, supabaseDir: SUPABASE_DIR, place, isUrgent: true });
    await expect.poll(hasPostgres).toBe(true);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    const [pid] = readFileSync(path.join(place.directory, 'postgres/postmaster.pid'), 'utf8').split(
      '\n',
    );
    expect(isRunning(Number(pid))).toBe(true);
    await removeScratchCluster(place);
    expect(existsSync(place.directory)).toBe(false);
    expect(isRunning(Number(pid))).toBe(false);
  });

  test('that is stopped cleans up, says nothing and is tried again', async () => {
    const stop = new AbortController();
    const running = runJob('backup.tar.zst', '2026-11-13', stop);
    await expect.poll(hasPostgres).toBe(true);
    stop.abort();
    await running;
    expect(existsSync(place.directory)).toBe(false);
    expect(await lastRestoreTest(liveSql())).toBeUndefined();
  });

  test('of a sound backup passes, is recorded, and leaves the live database alone', async () => {
    const live = await fingerprint(liveSql(), RECORDED);
    await runJob('backup.tar.zst', '2026-11-13');
    const tested = await lastRestoreTest(liveSql());
    expect(tested).toMatchObject({
      file: 'backup-2026-11-13.tar.zst',
      outcome: 'passed',
      difference: null,
      backupAt: new Date(manifest.createdAt),
      figures: { tables: manifest.tables.length, files: manifest.files.length },
    });
    expect(tested?.figures['figures']).toBeGreaterThan(3);
    expect(existsSync(place.directory)).toBe(false);
    expect(await fingerprint(liveSql(), RECORDED)).toEqual(live);
    // Not again this week.
    await runJob('backup.tar.zst', '2026-11-13');
    expect(await lastRestoreTest(liveSql())).toEqual(tested);
  });

  test('finds an event of the history that was changed by somebody who knows the format', async () => {
    await tamperBackup(file, path.join(folder, 'history.tar.zst'), {
      subject: 'tables/public.audit_events',
      change: (rows) => rows.replace('\tcreated\t', '\tupdated\t'),
      reseal: true,
    });
    const result = await restoreOf('history.tar.zst');
    expect(result).toMatchObject({ outcome: 'failed', difference: { kind: 'figure' } });
    expect(result.difference?.subject).toMatch(/^Demo Construction Co\..*, history$/);
    expect(result.difference?.found).toMatch(/^broken at event [\da-f-]{36}$/);
  });

  test('that has no room on the disk is left out and says how much it needs', async () => {
    const target = path.join(folder, 'large.tar.zst');
    const databaseBytes = 2 ** 60;
    await tamperBackup(file, target, {
      subject: 'manifest.json',
      change: (text) => JSON.stringify({ ...JSON.parse(text), databaseBytes }),
    });
    const result = await restoreOf('large.tar.zst');
    expect(result).toMatchObject({ outcome: 'skipped', difference: null });
    expect(result.neededBytes).toBeGreaterThan(databaseBytes);
    expect(result.freeBytes).toBeGreaterThan(0);
    expect(existsSync(place.directory)).toBe(false);
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
    for (const [name, kind, subject] of [
      ['row.tar.zst', 'archive', 'tables/public.time_entries'],
      ['stored.tar.zst', 'archive', 'storage/objects/a-file'],
      ['half.tar.zst', 'unreadable', expect.stringContaining('damaged')],
      ['none.tar.zst', 'unreadable', expect.stringContaining('does not exist')],
    ] as const) {
      const { outcome, difference } = await restoreOf(name);
      expect({ outcome, difference }, name).toMatchObject({
        outcome: 'failed',
        difference: { kind, subject },
      });
      expect(existsSync(place.directory), name).toBe(false);
    }
  });

  test('that fails is mailed to the owners once for each file, and the weekly mail says so', async () => {
    const sql = liveSql();
    const mails = () => sql<{ to: string; data: Record<string, unknown> }[]>`
      select to_address as to, data from mail.outbox where template = 'restore_test_failed'`;
    const summary = async () => {
      const [row] = await sql`
        select private.restore_test_summary(r, now()) as summary
          from private.notification_recipients r where r.email = 'owner@example.com'`;
      return Object.keys(row?.['summary']);
    };
    await sql`select private.notify_of_failed_restore()`;
    expect(await mails()).toEqual([]);
    expect(await summary()).toEqual(['restore_passed']);
    await sql`update backup.restore_tests set started_at = started_at - interval '8 days'`;
    await runJob('row.tar.zst', '2026-11-14');
    expect(await lastRestoreTest(sql)).toMatchObject({
      file: 'backup-2026-11-14.tar.zst',
      outcome: 'failed',
      difference: { kind: 'archive', subject: 'tables/public.time_entries' },
    });
    const send = () => sql`select private.send_notifications()`;
    await Promise.all([send(), send()]);
    expect(await mails()).toMatchObject([
      {
        to: 'owner@example.com',
        data: {
          file: 'backup-2026-11-14.tar.zst',
          kind_archive: true,
          subject: 'tables/public.time_entries',
        },
      },
    ]);
    expect(await summary()).toEqual(['restore_failed']);
    // The same file a week later: it is known.
    await sql`update backup.restore_tests set started_at = started_at - interval '8 days'`;
    await runJob('row.tar.zst', '2026-11-14');
    await send();
    expect(await mails()).toHaveLength(1);
  });
});

async function restoreOf(name: string) {
  const result = await testRestore({
    file: path.join(folder, name),
    supabaseDir: SUPABASE_DIR,
    place,
  });
  await removeScratchCluster(place);
  return result;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
