import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ENTITIES } from '@/features/system-reports/entities';

const SCHEMAS = path.join(import.meta.dirname, '../../../supabase/schemas/*/*.sql');
const RECORDED =
  /on public\.(\w+)(?: referencing .*)?\n {2}for each (?:row|statement) (?:when \(.*\) )?execute function private\.record_changes?\(\)/g;

test('every table with a history has a name for people', () => {
  const recorded = globSync(SCHEMAS).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(RECORDED)].map(([, table]) => table),
  );
  expect(recorded.length).toBeGreaterThan(60);
  expect(recorded.filter((table) => !ENTITIES.some((known) => known === table))).toEqual([]);
});
