import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createBackup } from '../../server/backup/create-backup.ts';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import type { Site } from './site.ts';

const SUPABASE_DIR = path.join(import.meta.dirname, '../../supabase');
/** Written by a running server itself, and what says that it was restored. */
const OWN = /^(cron|realtime|mail|monitoring)\.|^backup\.restores$/;
const silent = () => undefined;

/** Backs up a worn database, restores it elsewhere and names every table that differs. */
export async function compareRestored(sql: Sql, site: Site, directory: string): Promise<string[]> {
  mkdirSync(directory);
  const file = path.join(directory, 'backup.tar.zst');
  const dataDir = path.join(directory, 'data');
  mkdirSync(dataDir);
  // A job between backup and comparison would make a difference of its own.
  await sql`update cron.job set active = false`;
  const before = await fingerprint(sql, OWN);
  await createBackup(sql, site.dataDir, file);
  await restoreBackup({ file, dataDir, supabaseDir: SUPABASE_DIR, report: silent });
  const password = site.secrets.databasePassword;
  const postgres = await startEmbeddedPostgres({ dataDir, password, report: silent });
  const restored = connectPlatform(postgres.endpoint, { max: 1 });
  try {
    const [worn, copy] = [await fingerprint(sql, OWN), await fingerprint(restored, OWN)];
    const tables = Object.keys(worn);
    // What the server still sends (pushes that are tried again) is written by it, job or no job.
    const moving = tables.filter((table) => worn[table] !== before[table]);
    const still = tables.filter((table) => !moving.includes(table));
    console.log(
      `backup and restore: ${still.length} tables compared; written meanwhile: ${moving.join(', ') || 'none'}\n`,
    );
    return still
      .filter((table) => worn[table] !== copy[table])
      .map((table) => `${table} differs after backup and restore`);
  } finally {
    await restored.end();
    await postgres.stop();
  }
}
