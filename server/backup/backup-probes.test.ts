import { expect, test } from 'vitest';
import english from '../../src/locales/en/system.json' with { type: 'json' };
import { SystemProbes } from '../system/system-probes.ts';
import { backupLine, registerBackupProbes, restoreTestLine } from './backup-probes.ts';
import type { BackupRun, StoredRestoreTest } from './backup-records.ts';
import type { DifferenceKind } from './difference.ts';

const NOW = new Date('2026-11-17T12:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const stored = (hours: number) => [
  { name: 'backup-2026-11-16.tar.zst', bytes: 1_000, writtenAt: ago(hours + 24) },
  { name: 'backup-2026-11-17.tar.zst', bytes: 2_000, writtenAt: ago(hours) },
];
const run = (error: string | null): BackupRun => ({ file: 'a', finishedAt: ago(1), error });
const TESTED: StoredRestoreTest = {
  file: 'backup-2026-11-15.tar.zst',
  fileBytes: 2_000,
  backupAt: ago(60),
  startedAt: ago(59),
  finishedAt: ago(58.5),
  outcome: 'passed',
  difference: null,
  figures: { tables: 3, rows: 9, files: 1, figures: 4 },
};

test('the line about backups', () => {
  const line = (backups: Partial<Parameters<typeof backupLine>[0]>) => {
    const given = { stored: stored(10), last: run(null), folder: '/backups', max: 14, ...backups };
    const { state, reason, values } = backupLine(given, NOW);
    expect(english).toHaveProperty([`backup.${reason}`]);
    return { is: `${state} ${reason}`, values };
  };
  expect(line({})).toMatchObject({
    is: 'ok current',
    values: {
      stored: 2,
      max: 14,
      storedBytes: 3_000,
      lastBytes: 2_000,
      lastAt: ago(10).toISOString(),
    },
  });
  expect(line({ stored: stored(27) }).is).toBe('warning old');
  expect(line({ last: run('EACCES') })).toMatchObject({
    is: 'error failed',
    values: { problem: 'EACCES' },
  });
  expect(line({ stored: [] }).is).toBe('error gone');
  expect(line({ stored: [], last: undefined }).is).toBe('ok notYet');
});

test('the line about the restore test', () => {
  const line = (test: Partial<StoredRestoreTest> | undefined) => {
    const { state, reason, values } = restoreTestLine(test && { ...TESTED, ...test }, NOW);
    expect(english).toHaveProperty([`restore_test.${reason}`]);
    return { is: `${state} ${reason}`, values };
  };
  const wrong = (kind: DifferenceKind) => ({
    outcome: 'failed' as const,
    difference: { kind, subject: 'public.time_entries', expected: '12', found: '11' },
  });
  expect(line(undefined).is).toBe('ok notYet');
  expect(line({})).toMatchObject({
    is: 'ok passed',
    values: {
      durationSeconds: 1_800,
      rows: 9,
      fileBytes: 2_000,
      testedAt: ago(58.5).toISOString(),
    },
  });
  expect(line({ finishedAt: ago(24 * 8 + 1) }).is).toBe('warning old');
  expect(line({ outcome: 'partly' }).is).toBe('ok partly');
  expect(line({ outcome: 'skipped' }).is).toBe('warning noRoom');
  expect(line(wrong('rows'))).toMatchObject({
    is: 'error failedRows',
    values: { subject: 'public.time_entries', expected: '12', found: '11' },
  });
  for (const kind of ['unreadable', 'archive', 'content', 'sequence', 'figure', 'error'] as const) {
    expect(line(wrong(kind)).is).toMatch(/^error failed/);
  }
});

test('without backups of our own the lines say why', async () => {
  const lines = async (config: { backupDir?: string; databaseUrl?: string }, demo = false) => {
    const probes = new SystemProbes();
    registerBackupProbes({
      config: { backupDir: undefined, databaseUrl: undefined, backupKeep: 14, ...config },
      database: { sql: undefined as never },
      probes,
      ...(demo && { demoLogins: {} }),
    });
    const found = await probes.lines(() => undefined);
    return found.map(({ id, state, reason }) => `${id} ${state} ${reason}`);
  };
  expect(await lines({})).toEqual(['backup error notSetUp', 'restore_test off noBackups']);
  expect(await lines({}, true)).toEqual(['backup off demo', 'restore_test off noBackups']);
  expect(await lines({ databaseUrl: 'postgres://', backupDir: '/backups' })).toEqual([
    'backup off external',
    'restore_test off external',
  ]);
});
