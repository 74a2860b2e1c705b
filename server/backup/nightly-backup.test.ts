import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { backupName, NAME, removeOldest } from './nightly-backup.ts';

test('a backup is due from two in the morning on, one for each day', () => {
  expect(backupName(new Date(2026, 10, 15, 1, 59))).toBeUndefined();
  expect(backupName(new Date(2026, 10, 15, 2, 0))).toBe('backup-2026-11-15.tar.zst');
  expect(backupName(new Date(2026, 10, 15, 23, 0))).toBe('backup-2026-11-15.tar.zst');
});

test('only the newest are kept, and nothing else is touched', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-keep-'));
  for (const day of ['09', '10', '11', '12']) {
    writeFileSync(path.join(folder, `backup-2026-11-${day}.tar.zst`), '');
  }
  writeFileSync(path.join(folder, 'notes.txt'), '');
  await removeOldest(folder, NAME, 2);
  expect(readdirSync(folder).sort()).toEqual([
    'backup-2026-11-11.tar.zst',
    'backup-2026-11-12.tar.zst',
    'notes.txt',
  ]);
  rmSync(folder, { recursive: true });
});
