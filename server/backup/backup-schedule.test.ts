import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NIGHTLY_NAME } from './backup-folder.ts';
import {
  backupName,
  isRestoreTestDue,
  nextBackupAt,
  nextRestoreTestAt,
} from './backup-schedule.ts';
import { removeOldest } from './remove-oldest.ts';
import type { RestoreOutcome } from './restore-test.ts';

/** The 15th of November 2026 is a Sunday. */
const november = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

test('a backup is due from two in the morning on, one for each day', () => {
  expect(backupName(november(15, 1, 59))).toBeUndefined();
  expect(backupName(november(15, 2))).toBe('backup-2026-11-15.tar.zst');
  expect(backupName(november(15, 23))).toBe('backup-2026-11-15.tar.zst');
  expect(nextBackupAt(november(15, 1))).toEqual(november(15, 2));
  expect(nextBackupAt(november(15, 2))).toEqual(november(16, 2));
});

test('a restore is tested from three on Sunday on, and sooner where there is a reason', () => {
  const due = (now: Date, startedAt: Date, outcome: RestoreOutcome = 'passed', newest = 'a') =>
    isRestoreTestDue(now, newest, { startedAt, outcome, file: 'a' });
  expect(isRestoreTestDue(november(11, 9), 'a', undefined)).toBe(true);
  expect(due(november(15, 2, 59), november(8, 3))).toBe(false);
  expect(due(november(15, 3), november(8, 3))).toBe(true);
  expect(due(november(17, 9), november(8, 3))).toBe(true);
  expect(due(november(17, 9), november(15, 3))).toBe(false);
  // The next backup may be sound again; the same one is not.
  expect(due(november(17, 9), november(15, 3), 'failed')).toBe(false);
  expect(due(november(17, 9), november(15, 3), 'failed', 'b')).toBe(true);
  expect(due(november(17, 9), november(15, 3), 'passed', 'b')).toBe(false);
  // There may be room again tomorrow.
  expect(due(november(15, 9), november(15, 3), 'skipped')).toBe(false);
  expect(due(november(16, 3), november(15, 3), 'skipped')).toBe(true);
  expect(nextRestoreTestAt(november(15, 2))).toEqual(november(15, 3));
  expect(nextRestoreTestAt(november(15, 3))).toEqual(november(22, 3));
  expect(nextRestoreTestAt(november(17, 9))).toEqual(november(22, 3));
});

test('only the newest are kept, and nothing else is touched', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-keep-'));
  for (const day of ['09', '10', '11', '12']) {
    writeFileSync(path.join(folder, `backup-2026-11-${day}.tar.zst`), '');
  }
  writeFileSync(path.join(folder, 'notes.txt'), '');
  await removeOldest(folder, NIGHTLY_NAME, 2);
  expect(readdirSync(folder).sort()).toEqual([
    'backup-2026-11-11.tar.zst',
    'backup-2026-11-12.tar.zst',
    'notes.txt',
  ]);
  rmSync(folder, { recursive: true });
});
