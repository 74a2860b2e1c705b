import { expect, test } from 'vitest';
import { readHooks } from './hook-settings.ts';

const SECRET = 'v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const URI = 'https://hooks.example.com/auth';
const read = (section: object, variables = {}) =>
  readHooks({ before_user_created: { enabled: true, ...section } }, variables).before_user_created;

test('a function of the database, or an address with its secrets', () => {
  expect(read({ uri: 'pg-functions://postgres/public/judge' })).toEqual({
    schema: 'public',
    name: 'judge',
  });
  const other = 'v1,whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  expect(read({ uri: URI, secrets: `${SECRET}|${other}` })).toEqual({
    url: URI,
    secrets: [SECRET.slice(3), other.slice(3)],
  });
  expect(read({ uri: 'http://127.0.0.1:9/a', secrets: SECRET })).toMatchObject({
    url: 'http://127.0.0.1:9/a',
  });
  expect(read({ uri: URI, secrets: 'env(HOOK_SECRETS)' }, { HOOK_SECRETS: SECRET })).toMatchObject({
    secrets: [SECRET.slice(3)],
  });
});

test('what is off or left out is none', () => {
  expect(read({ enabled: false, uri: 'nonsense' })).toBeUndefined();
  expect(readHooks({ before_user_created: {} }, {})).toEqual({});
  const uri = 'pg-functions://postgres/public/guard';
  expect(readHooks({ before_user_created: { uri } }, {})).toEqual({
    before_user_created: { schema: 'public', name: 'guard' },
  });
  expect(readHooks(undefined, {})).toEqual({});
  // As the template of the CLI has it, with its lines commented out.
  expect(readHooks({ custom_access_token: {}, send_email: {} }, {})).toEqual({});
});

test.each([
  [{ uri: '' }, 'uri takes'],
  [{ uri: 'pg-functions://postgres/public/a; drop table x' }, 'uri takes'],
  [{ uri: 'http://hooks.example.com/auth', secrets: SECRET }, 'uri takes'],
  [{ uri: 'ftp://hooks.example.com', secrets: SECRET }, 'uri takes'],
  [{ uri: URI }, 'secrets takes'],
  [{ uri: URI, secrets: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }, 'secrets takes'],
  [{ uri: URI, secrets: 'v1,whsec_short' }, 'secrets takes'],
  [{ uri: URI, secrets: `${SECRET}|` }, 'secrets takes'],
  [{ uri: URI, secrets: 'env(MISSING)' }, 'secrets takes'],
  [{ uri: 4 }, 'uri'],
])('%j stops the start', (section, message) => {
  expect(() => read(section)).toThrow(message);
});
