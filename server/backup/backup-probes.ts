import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { SystemLine } from '../system/system-line.ts';
import type { SystemProbes } from '../system/system-probes.ts';
import { listBackups, type StoredBackup } from './backup-folder.ts';
import {
  type BackupRun,
  lastBackupRun,
  lastRestoreTest,
  type StoredRestoreTest,
} from './backup-records.ts';
import { nextBackupAt, nextRestoreTestAt } from './backup-schedule.ts';
import type { DifferenceKind } from './difference.ts';

interface Dependencies {
  readonly config: Pick<Config, 'backupDir' | 'backupKeep' | 'databaseUrl'>;
  readonly database: Pick<Database, 'sql'>;
  /** There while the demo company is open: somebody is trying it out. */
  readonly demoLogins?: unknown;
  readonly probes: SystemProbes;
}

const HOUR_MS = 60 * 60 * 1000;
/** A night's backup, and two hours for it to be written. */
const MAX_BACKUP_AGE_MS = 26 * HOUR_MS;
/** A week, and a day for a machine that was off. */
const MAX_TEST_AGE_MS = 8 * 24 * HOUR_MS;

const FAILED: Readonly<Record<DifferenceKind, string>> = {
  unreadable: 'failedUnreadable',
  archive: 'failedArchive',
  rows: 'failedRows',
  content: 'failedContent',
  sequence: 'failedFigure',
  figure: 'failedFigure',
  error: 'failedError',
};

export function registerBackupProbes(dependencies: Dependencies): void {
  const { config, database, demoLogins, probes } = dependencies;
  const { backupDir, backupKeep, databaseUrl } = config;
  probes.register('backup', async () => {
    if (databaseUrl !== undefined) return off('backup', 'external');
    if (backupDir === undefined) {
      if (demoLogins !== undefined) return off('backup', 'demo');
      return { id: 'backup', state: 'error', reason: 'notSetUp', values: {} };
    }
    const stored = await listBackups(backupDir);
    const last = await lastBackupRun(database.sql);
    return backupLine({ stored, last, folder: backupDir, max: backupKeep }, new Date());
  });
  probes.register('restore_test', async () => {
    if (databaseUrl !== undefined) return off('restore_test', 'external');
    if (backupDir === undefined) return off('restore_test', 'noBackups');
    return restoreTestLine(await lastRestoreTest(database.sql), new Date());
  });
}

interface Backups {
  readonly stored: readonly StoredBackup[];
  readonly last: BackupRun | undefined;
  readonly folder: string;
  readonly max: number;
}

export function backupLine({ stored, last, folder, max }: Backups, now: Date): SystemLine {
  const newest = stored.at(-1);
  const line = (state: SystemLine['state'], reason: string, problem: string | null = null) => ({
    id: 'backup',
    state,
    reason,
    values: {
      folder,
      stored: stored.length,
      max,
      storedBytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
      lastBytes: newest?.bytes ?? null,
      lastAt: newest?.writtenAt.toISOString() ?? null,
      nextAt: nextBackupAt(now).toISOString(),
      problem,
    },
  });
  if (last && last.error !== null) return line('error', 'failed', last.error);
  if (!newest) return last ? line('error', 'gone') : line('ok', 'notYet');
  const ageMs = now.getTime() - newest.writtenAt.getTime();
  return ageMs > MAX_BACKUP_AGE_MS ? line('warning', 'old') : line('ok', 'current');
}

export function restoreTestLine(test: StoredRestoreTest | undefined, now: Date): SystemLine {
  const nextAt = nextRestoreTestAt(now).toISOString();
  const line = (state: SystemLine['state'], reason: string, values: SystemLine['values']) => ({
    id: 'restore_test',
    state,
    reason,
    values: { ...values, nextAt },
  });
  if (!test) return line('ok', 'notYet', {});
  const { difference, outcome, figures } = test;
  const values = {
    file: test.file,
    fileBytes: test.fileBytes,
    backupAt: test.backupAt?.toISOString() ?? null,
    testedAt: test.finishedAt.toISOString(),
    durationSeconds: Math.round((test.finishedAt.getTime() - test.startedAt.getTime()) / 1000),
    ...figures,
  };
  if (difference) {
    const { kind, ...where } = difference;
    return line('error', FAILED[kind], { ...values, ...where });
  }
  if (outcome === 'skipped') return line('warning', 'noRoom', values);
  const ageMs = now.getTime() - test.finishedAt.getTime();
  if (ageMs > MAX_TEST_AGE_MS) return line('warning', 'old', values);
  return line('ok', outcome === 'partly' ? 'partly' : 'passed', values);
}

function off(id: string, reason: string): SystemLine {
  return { id, state: 'off', reason, values: {} };
}
