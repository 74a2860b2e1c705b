import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { connect, project } from './integration-client.ts';

// What contract/integration-project says of the data API in config.toml and in its migrations.

const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${project.url}/rest/v1/${path}`, {
    ...init,
    headers: { apikey: project.anonKey, ...headers },
  });

test('a function of the project sees every request first, and may refuse it', async () => {
  const read = await ask('todos?select=id&limit=1');
  expect([read.status, read.headers.get('x-checked')]).toEqual([200, 'GET']);
  const refused = await ask('todos?select=id', { 'x-blocked': 'yes' });
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '60',
    { code: 'BLOCKED', message: 'Not today, anon' },
  ]);
});

test('what it refuses was not written', async () => {
  const task = crypto.randomUUID();
  const write = (headers: Record<string, string>) =>
    ask(
      'todos',
      { 'content-type': 'application/json', ...headers },
      { method: 'POST', body: JSON.stringify({ task }) },
    );
  expect((await write({ 'x-blocked': 'yes' })).status).toBe(429);
  const client = connect();
  const written = async () => (await client.from('todos').select('id').eq('task', task)).data;
  expect(await written()).toEqual([]);
  const allowed = await write({});
  expect([allowed.status, allowed.headers.get('x-checked')]).toEqual([201, 'POST']);
  expect(await written()).toHaveLength(1);
});

test('a function and lines of CSV are checked too', async () => {
  const blocked = { 'x-blocked': 'yes' };
  expect((await ask('rpc/get_trace_headers', blocked)).status).toBe(429);
  expect((await ask('todos?select=id', { accept: 'text/csv', ...blocked })).status).toBe(429);
});

test('its schemas are exposed, and never more rows than it allows', async () => {
  const numbers = await ask('numbers', { 'accept-profile': 'reports', prefer: 'count=exact' });
  expect(await numbers.json()).toHaveLength(100);
  expect(numbers.headers.get('content-range')).toBe('0-99/250');
  const hidden = await ask('numbers', { 'accept-profile': 'auth' });
  expect(await hidden.json()).toMatchObject({ code: 'PGRST106' });
});

test('a role that a migration made: who has it in the token acts as it', async () => {
  const token = await new SignJWT({ role: 'manager' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(project.jwtSecret));
  const wages = (headers: Record<string, string>) =>
    ask('wages', { 'accept-profile': 'reports', ...headers });
  expect(await (await wages({ authorization: `Bearer ${token}` })).json()).toEqual([
    { id: 1, cents: 5200 },
  ]);
  expect((await wages({})).status).toBe(401);
});
