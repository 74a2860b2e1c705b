import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import { makeFolder, NIGHTLY_NAME } from './backup-folder.ts';
import { recordBackup } from './backup-records.ts';
import { backupName } from './backup-schedule.ts';
import { createBackup } from './create-backup.ts';
import { removeOldest } from './remove-oldest.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
}

const CHECK_EVERY_MS = 60_000;

/** With BACKUP_DIR set, writes one backup a night and keeps the newest BACKUP_KEEP of them. */
export async function nightlyBackup(
  app: FastifyInstance,
  { config, database, log }: Dependencies,
): Promise<void> {
  const { backupDir, databaseUrl } = config;
  if (backupDir === undefined || databaseUrl !== undefined) return;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const due = backupName(new Date());
    if (due === undefined) return;
    await backUpIfMissing({ config, database, log }, path.join(backupDir as string, due));
  }

  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined;
    });
  }, CHECK_EVERY_MS);
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}

/** Never fails: what became of it is recorded, and the next minute tries again. */
export async function backUpIfMissing(
  { config, database, log }: Dependencies,
  file: string,
): Promise<void> {
  const startedAt = new Date();
  const name = path.basename(file);
  let error: string | null = null;
  let bytes: number | null = null;
  try {
    const folder = path.dirname(file);
    makeFolder(folder);
    if (await exists(file)) return;
    await createBackup(database.sql, config.dataDir, file);
    bytes = (await stat(file)).size;
    await removeOldest(folder, NIGHTLY_NAME, config.backupKeep);
    log.info({ file: name }, 'backup written');
  } catch (cause) {
    error = (cause as Error).message;
    log.error({ err: cause }, 'backup failed');
  }
  await recordBackup(database.sql, { file: name, startedAt, bytes, error }).catch((cause) =>
    log.error({ err: cause }, 'the backup could not be recorded'),
  );
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
