import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  checkDates,
  checkLandedMigrations,
  holdMigrations,
  nextVersion,
} from './landed-migrations.ts';

let directory: string;
const supabase = (name: string) => path.join(directory, 'supabase', name);

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'chalkline-landed-'));
  mkdirSync(supabase('migrations'), { recursive: true });
  writeFileSync(supabase('migrations/20260101000000_first.sql'), 'select 1;\n');
  writeFileSync(supabase('migrations.sha256'), '');
  holdMigrations(supabase(''));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('this project’s landed migrations are as they were', () => {
  expect(checkLandedMigrations(path.join(import.meta.dirname, '..'))).toEqual([]);
});

test('a new migration may be edited until it is held', () => {
  const file = supabase('migrations/20260102000000_second.sql');
  writeFileSync(file, 'select 2;\n');
  expect(checkLandedMigrations(directory)).toEqual([]);
  expect(holdMigrations(supabase(''))).toBe(1);
  writeFileSync(file, 'select 3;\n');
  expect(checkLandedMigrations(directory)).toEqual([
    '20260102000000_second.sql was edited; databases in use have applied it as it was. Write a new one.',
  ]);
});

test('one that is gone is named, other line ends are no edit', () => {
  const file = supabase('migrations/20260101000000_first.sql');
  writeFileSync(file, 'select 1;\r\n');
  expect(checkLandedMigrations(directory)).toEqual([]);
  rmSync(file);
  expect(checkLandedMigrations(directory)).toHaveLength(1);
});

test('a new migration comes after all others, also when they bear a later hour', () => {
  const now = new Date('2026-11-16T07:09:04Z');
  expect(nextVersion([], now)).toBe('20261116070904');
  expect(nextVersion(['20261111000001', '20261116070903'], now)).toBe('20261116070904');
  expect(nextVersion(['20261119900006', '20261116070903'], now)).toBe('20261119900007');
});

test('a migration that is dated in the future is named', () => {
  const dayBefore = new Date('2025-12-31T00:00:00Z');
  expect(checkDates(directory, dayBefore)).toEqual([
    '20260101000000_first.sql is dated in the future; it is now 20251231000000',
  ]);
  expect(checkDates(directory, new Date('2026-01-01T00:00:00Z'))).toEqual([]);
});
