import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createBackup } from '../backup/create-backup.ts';
import { removeOldest } from '../backup/remove-oldest.ts';
import type { Config } from '../config.ts';
import { isUpdate, type MigrationReport, readMigrations } from '../database/migrations.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import type { Sql } from '../database/sql/sql.ts';
import { StartupError } from '../startup-error.ts';

const NAME = /^before-update-[\d-]+\.tar\.zst$/;
const MAX_BACKUPS = 5;

/** Applies what the program has new; a database in use is backed up before. */
export async function updateDatabase(
  sql: Sql,
  config: Config,
  report: (step: string) => void,
): Promise<MigrationReport> {
  const { supabaseDir, project } = config;
  const changes = await isUpdate(sql, readMigrations(supabaseDir));
  if (changes && config.databaseUrl === undefined) await backUp(sql, config, report);
  return prepareDatabase(sql, { supabaseDir, project, seed: config.demo !== 'off', report });
}

/** An update cannot be taken back but by this file, so without it there is no update. */
async function backUp(
  sql: Sql,
  { backupDir, dataDir }: Config,
  report: (step: string) => void,
): Promise<void> {
  const folder = backupDir ?? path.join(dataDir, 'backups');
  const moment = new Date().toISOString().slice(0, 19).replaceAll(/[T:]/g, '-');
  const file = path.join(folder, `before-update-${moment}.tar.zst`);
  report(`Backing up before the update: ${file}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await createBackup(sql, dataDir, file);
    await removeOldest(folder, NAME, MAX_BACKUPS);
  } catch (cause) {
    throw new StartupError(
      `The backup before the update could not be written: ${(cause as Error).message}. Nothing was changed. Free some space or set BACKUP_DIR, and start again.`,
      { cause },
    );
  }
}
