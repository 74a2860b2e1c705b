import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import { createBackup } from './create-backup.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
}

const CHECK_EVERY_MS = 60_000;
const HOUR = 2;
export const NAME = /^backup-\d{4}-\d{2}-\d{2}\.tar\.zst$/;

/** With BACKUP_DIR set, writes one backup a night and keeps the newest BACKUP_KEEP of them. */
export async function nightlyBackup(
  app: FastifyInstance,
  { config, database, log }: Dependencies,
): Promise<void> {
  const { backupDir, backupKeep, dataDir, databaseUrl } = config;
  if (backupDir === undefined || databaseUrl !== undefined) return;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const due = backupName(new Date());
    try {
      await mkdir(backupDir as string, { recursive: true, mode: 0o700 });
      const existing = await readdir(backupDir as string);
      if (due === undefined || existing.includes(due)) return;
      await createBackup(database.sql, dataDir, path.join(backupDir as string, due));
      await removeOldest(backupDir as string, NAME, backupKeep);
      log.info({ file: due }, 'backup written');
    } catch (error) {
      log.error({ err: error }, 'backup failed');
    }
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

/** The backup that should exist by now: today's from two o'clock on, by this machine's clock. */
export function backupName(now: Date): string | undefined {
  if (now.getHours() < HOUR) return undefined;
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `backup-${day}.tar.zst`;
}

/** `kind` tells backups of one kind by their names, which sort by time. */
export async function removeOldest(directory: string, kind: RegExp, keep: number): Promise<void> {
  const backups = (await readdir(directory)).filter((name) => kind.test(name)).sort();
  for (const name of backups.slice(0, Math.max(0, backups.length - keep))) {
    await rm(path.join(directory, name));
  }
}
