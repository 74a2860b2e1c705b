import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { readConfig } from '../config.ts';
import { DEMO_PASSWORD, openOrCloseDemoAccounts } from './demo-accounts.ts';

const ROOT = `${import.meta.dirname}/../..`;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { DEMO: 'on' } });
});
afterAll(() => server.stop());

const signIn = async () => {
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: DEMO_PASSWORD }),
  });
  return (await answer.json()) as { access_token?: string; error_code?: string };
};

test('a server that is run for real does not let the demo in; trying again opens it', async () => {
  const { sql } = server.server.dependencies.database;
  expect((await signIn()).access_token).toBeDefined();
  expect(await openOrCloseDemoAccounts(sql, false)).toBe(true);
  expect((await signIn()).error_code).toBe('user_banned');
  const sessions = await sql`
    select from auth.sessions join auth.users on users.id = user_id
     where email = 'owner@example.com'`;
  expect(sessions).toHaveLength(0);
  expect(await openOrCloseDemoAccounts(sql, true)).toBe(true);
  expect((await signIn()).access_token).toBeDefined();
});

test('the sign-in page of a demo is told its logins', async () => {
  const config = await (await fetch(`${server.url}/config.json`)).json();
  expect(config).toMatchObject({
    demo: { addresses: expect.arrayContaining(['owner@example.com']), password: DEMO_PASSWORD },
  });
});

test.each([
  [{}, 'auto'],
  [{ SITE_URL: 'http://127.0.0.1:3001' }, 'auto'],
  [{ SITE_URL: 'http://[::1]:3001' }, 'auto'],
  [{ HOST: '0.0.0.0' }, 'off'],
  [{ SITE_URL: 'https://time.example.com' }, 'off'],
  [{ SITE_URL: 'https://time.example.com', DEMO: 'on' }, 'on'],
])('with %o the demo is %s', (variables, expected) => {
  expect(readConfig(variables, ROOT).demo).toBe(expected);
});
