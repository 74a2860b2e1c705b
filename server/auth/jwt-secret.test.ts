import { expect, test } from 'vitest';
import { namesPublishedSecret, readJwtSecret } from './jwt-secret.ts';

const PUBLISHED = 'super-secret-jwt-token-with-at-least-32-characters-long';
const read = (jwt_secret: unknown, variables = {}) =>
  readJwtSecret({ auth: { jwt_secret } }, variables);

test('as it stands, or from a variable', () => {
  expect(read('a-secret-of-this-project')).toBe('a-secret-of-this-project');
  expect(read('env(SECRET)', { SECRET: 'a-secret-of-this-project' })).toBe(
    'a-secret-of-this-project',
  );
  expect([read('env(SECRET)'), read(undefined), readJwtSecret({}, {})]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('not the one that everybody knows, and none that can be guessed', () => {
  expect([read(PUBLISHED), namesPublishedSecret({ auth: { jwt_secret: PUBLISHED } })]).toEqual([
    undefined,
    true,
  ]);
  expect(() => read('short')).toThrow('at least 16');
});
