import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { apiPage } from '../../scripts/api-page.ts';
import { generateTypes } from '../../scripts/generate-types.ts';
import { permissionsPage } from '../../scripts/permissions-page.ts';
import { readSchema } from '../../scripts/read-schema.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { Insert, Json, Update } from '../types.ts';

test('what is written from the SQL is what it makes (npm run types)', async () => {
  const database = await createTestDatabase();
  const types = generateTypes(await readSchema(database.sql, 'public'));
  const page = await apiPage(database.sql);
  const permissions = readFileSync('docs/permissions.md', 'utf8');
  const filledIn = await permissionsPage(database.sql, permissions);
  await database.drop();
  expect(readFileSync('supabase/types.ts', 'utf8')).toBe(types);
  expect(readFileSync('docs/api.md', 'utf8')).toBe(page);
  expect(permissions).toBe(filledIn);
});

test('a new row may leave out what is null or has a default, and never says what is computed', () => {
  type Added = Insert<'accounting_activities'>;
  expectTypeOf<Pick<Added, 'person_id' | 'id' | 'conflict' | 'content'>>().toEqualTypeOf<{
    person_id: string;
    id?: string;
    conflict?: string | null;
    content?: Json | null;
  }>();
  type Computed = Extract<keyof Added | keyof Update<'accounting_activities'>, 'state'>;
  expectTypeOf<Computed>().toEqualTypeOf<never>();
  expectTypeOf<Insert<'accounting_connections'>>().toHaveProperty('settings');
});
