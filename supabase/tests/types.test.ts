import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateTypes } from '../../scripts/generate-types.ts';
import { readSchema } from '../../scripts/read-schema.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

test('supabase/types.ts is what the migrations make (npm run db -- schemas)', async () => {
  const database = await createTestDatabase();
  const fresh = generateTypes(await readSchema(database.sql, 'public'));
  await database.drop();
  expect(readFileSync('supabase/types.ts', 'utf8')).toBe(fresh);
});
