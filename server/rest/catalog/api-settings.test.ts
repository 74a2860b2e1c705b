import { expect, test } from 'vitest';
import { ignoredApiSettings, readApiSettings } from './api-settings.ts';

const file = { schemas: ['public'], maxRows: 1000, extraSearchPath: ['public', 'extensions'] };
const read = (...settings: string[]) => readApiSettings(settings, file);

test('config.toml counts where the database says nothing', () => {
  expect(read()).toEqual({
    schemas: ['public'],
    maxRows: 1000,
    extraPath: '"public", "extensions"',
    preRequest: undefined,
    showsExplain: false,
    allowsTxOverride: false,
  });
});

test('the database counts before it, and its last word before its first', () => {
  expect(
    read(
      'pgrst.db_max_rows=500',
      'pgrst.db_max_rows=20',
      'pgrst.db_schemas=api, "my schema",graphql_public',
      'pgrst.db_extra_search_path=',
      'pgrst.db_plan_enabled=on',
    ),
  ).toMatchObject({
    schemas: ['api', 'my schema'],
    maxRows: 20,
    extraPath: '',
    showsExplain: true,
  });
  expect([read('pgrst.db_max_rows=').maxRows, read('pgrst.db_max_rows=many').maxRows]).toEqual([
    1000, 1000,
  ]);
});

test.each([
  ['check_request', { schema: 'public', name: 'check_request' }],
  ['guard.check', { schema: 'guard', name: 'check' }],
  ['"my guard"."a.b"', { schema: 'my guard', name: 'a.b' }],
  ['', undefined],
])('the function before a request: %s', (text, name) => {
  expect(read(`pgrst.db_pre_request=${text}`).preRequest).toEqual(name);
});

test('what changes nothing here is named', () => {
  expect(
    ignoredApiSettings(['pgrst.openapi_mode=disabled', 'pgrst.db_max_rows=1', 'pgrst.db_pool=5']),
  ).toEqual(['pgrst.db_pool', 'pgrst.openapi_mode']);
});
