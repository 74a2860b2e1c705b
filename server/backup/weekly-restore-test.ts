import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import { listBackups } from './backup-folder.ts';
import { lastRestoreTest, recordRestoreTest } from './backup-records.ts';
import { isRestoreTestDue } from './backup-schedule.ts';
import { describeDifference } from './difference.ts';
import { failedBy, type RestoreTestResult } from './restore-test.ts';
import { runRestoreTest } from './run-restore-test.ts';
import { removeScratchCluster, type ScratchPlace } from './scratch-cluster.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
}

const CHECK_EVERY_MS = 60_000;

/** In the data directory, which one server has to itself: so one test runs at a time. */
export function scratchPlaceOf({ dataDir }: Config): ScratchPlace {
  return { directory: path.join(dataDir, 'restore-test'), within: dataDir };
}

/** Restores the newest backup once a week and compares it; one that a stop interrupts is begun again. */
export async function weeklyRestoreTest(
  app: FastifyInstance,
  dependencies: Dependencies,
): Promise<void> {
  const { config, log } = dependencies;
  if (config.databaseUrl !== undefined) return;
  const stop = new AbortController();
  // What a server that was killed left behind.
  let running: Promise<void> | undefined = clean();

  async function clean(): Promise<void> {
    await removeScratchCluster(scratchPlaceOf(config)).catch((error) =>
      log.error({ err: error }, 'files of an earlier restore test could not be removed'),
    );
    running = undefined;
  }

  const timer = setInterval(() => {
    running ??= testNewestBackup(dependencies, stop.signal)
      .catch((error) => log.error({ err: error }, 'the restore test could not run'))
      .finally(() => {
        running = undefined;
      });
  }, CHECK_EVERY_MS);
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  });
}

/** If it is due. */
export async function testNewestBackup(
  { config, database, log }: Dependencies,
  signal: AbortSignal,
  isUrgent = false,
): Promise<void> {
  const now = new Date();
  const { backupDir } = config;
  if (backupDir === undefined) return;
  const newest = (await listBackups(backupDir)).at(-1);
  if (!newest) return;
  if (!isRestoreTestDue(now, newest.name, await lastRestoreTest(database.sql))) return;
  const { supabaseDir } = config;
  const file = path.join(backupDir, newest.name);
  log.info({ file: newest.name }, 'restore test begins');
  const result = await runRestoreTest(
    { file, supabaseDir, place: scratchPlaceOf(config), isUrgent },
    signal,
  ).catch((error) => failedBy(error, newest.bytes));
  if (!result) return;
  await recordRestoreTest(database.sql, newest.name, now, result);
  report(log, newest.name, result);
}

function report(log: Logger, file: string, result: RestoreTestResult): void {
  const { outcome, difference, ...figures } = result;
  if (difference) {
    log.error({ file, difference: describeDifference(difference) }, 'restore test failed');
  } else if (outcome === 'skipped') {
    log.warn({ file, ...figures }, 'no room for a restore test');
  } else {
    log.info({ file, outcome, ...figures }, 'restore test passed');
  }
}
