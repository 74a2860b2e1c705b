import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../testing/fingerprint.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Sql } from '../database/sql/sql.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const SUPABASE_DIR = path.join(import.meta.dirname, '../../supabase');
const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-backup-'));
const file = path.join(folder, 'backup.tar.zst');
const dataDir = path.join(folder, 'data');
const restoredDir = path.join(folder, 'restored');
let server: TestServer;

beforeAll(async () => {
  mkdirSync(restoredDir);
  server = await startTestServer({ dataDir, env: { DEMO: 'on' } });
  const storage = server.server.dependencies.config.dataDir;
  writeFileSync(path.join(storage, 'storage/objects/a-file'), 'stored');
  const { sql } = server.server.dependencies.database;
  // A job between two looks would make a difference of its own.
  await sql`update cron.job set active = false`;
  await fillSeveralPieces(sql);
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
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
    const { sql } = server.server.dependencies.database;
    const before = await fingerprint(sql);
    const manifest = await createBackup(sql, dataDir, file);
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
    expect(await fingerprint(restored.server.dependencies.database.sql)).toMatchObject(before);
    expect(restored.anonKey).toBe(server.anonKey);
    await restored.stop();
  });

  test('refuses to overwrite a database', async () => {
    const options = { file, dataDir, supabaseDir: SUPABASE_DIR, report: () => undefined };
    await expect(restoreBackup(options)).rejects.toThrow(/already holds a database/);
  });

  test('that was cut short or changed is recognised', async () => {
    await expect(verifyBackup(file)).resolves.toMatchObject({ format: 1 });
    truncateSync(file, 5_000);
    await expect(verifyBackup(file)).rejects.toThrow(/damaged|incomplete/);
    await expect(verifyBackup(path.join(folder, 'none'))).rejects.toThrow(/does not exist/);
  });
});
