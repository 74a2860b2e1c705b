import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { generateTypes } from '../../scripts/generate-types.ts';
import { permissionsPage } from '../../scripts/permissions-page.ts';
import { readSchema } from '../../scripts/read-schema.ts';
import { loadCatalog } from '../../server/rest/catalog/load-catalog.ts';
import {
  describeApi,
  type Rights,
  rightsQuery,
} from '../../server/rest/openapi/openapi-document.ts';
import {
  type ApiDescription,
  apiReference,
} from '../../src/features/developers/files/api-reference.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { Insert, Json, Update } from '../types.ts';

/** As config.toml of a project has it. */
const FILE = { schemas: ['public'], maxRows: 1000, extraSearchPath: ['public', 'extensions'] };

test('what is written from the SQL is what it makes (npm run types)', async () => {
  const database = await createTestDatabase();
  const types = generateTypes(await readSchema(database.sql, 'public'));
  const permissions = readFileSync('docs/permissions.md', 'utf8');
  const filledIn = await permissionsPage(database.sql, permissions);
  await database.drop();
  expect(readFileSync('supabase/types.ts', 'utf8')).toBe(types);
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

test('Settings › Developers makes a page of everything the API says about itself', async () => {
  const database = await createTestDatabase();
  const { sql } = database;
  const { catalog } = await loadCatalog(sql, FILE, undefined);
  const [answer] = await sql.begin(async (transaction) => {
    await transaction`set local role authenticated`;
    return transaction.unsafe<{ rights: string }[]>(`select (${rightsQuery}) as rights`, [
      'public',
    ]);
  });
  await database.drop();
  const rights = JSON.parse(answer?.rights ?? '') as Rights;
  const api = describeApi({ catalog, schema: 'public', url: 'http://localhost/rest/v1' }, rights);
  const page = apiReference(JSON.parse(JSON.stringify(api)) as ApiDescription);
  expect(page).toMatch(/^\| `clock_in` \| project_id_param uuid, .*\| Starts the clock\./m);
  const paths = Object.keys(api.paths).filter((path) => path !== '/');
  expect(paths.length).toBeGreaterThan(500);
  for (const path of paths) {
    const name = path.replace(/^\/(rpc\/)?/, '');
    expect(page).toContain(path.startsWith('/rpc/') ? `\n| \`${name}\` | ` : `\n### ${name}\n`);
  }
  expect(page).not.toMatch(/undefined|\[object|<[pf]k/);
});
