import { createClient } from '@supabase/supabase-js';
import { expect, inject, test } from 'vitest';
import { anonymous, get, post } from './rest-client.ts';

const { url, anonKey } = inject('rest');

test('Two bodies that look alike do not share an answer', async () => {
  const first = await post('genres', {}, { prefer: 'tx=rollback' });
  const second = await post('genres', { '': 1 }, { prefer: 'tx=rollback' });
  expect(first.json?.code).not.toBe('PGRST204');
  expect(second.json).toMatchObject({ code: 'PGRST204' });
});

test('A function far from any other gets no hint', async () => {
  const { error } = await anonymous().rpc('books_of_mine');
  expect(error).toMatchObject({ code: 'PGRST202', hint: null });
});

test('The key may stand in the address, and is no filter there', async () => {
  const answer = await fetch(`${url}/rest/v1/genres?select=id&apikey=${anonKey}&limit=1`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toHaveLength(1);
  expect((await fetch(`${url}/rest/v1/genres?select=id&apikey=wrong`)).status).toBe(401);
});

test('A token alone is enough, a wrong one is not', async () => {
  const ask = (token: string) =>
    fetch(`${url}/rest/v1/genres?select=id&limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await ask(anonKey)).status).toBe(200);
  expect((await ask('a.b.c')).status).toBe(401);
  expect((await fetch(`${url}/rest/v1/genres`)).status).toBe(401);
});

test('Functions that are not there are told to any origin', async () => {
  const client = createClient(url, anonKey, { auth: { persistSession: false } });
  const { error } = await client.functions.invoke('hello', { body: {} });
  expect(error?.context.status).toBe(404);
  const headers = { origin: 'https://x.example', 'access-control-request-method': 'POST' };
  const preflight = await fetch(`${url}/functions/v1/hello`, { method: 'OPTIONS', headers });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  const answer = await fetch(`${url}/functions/v1/hello`, { method: 'POST' });
  expect(answer.status).toBe(404);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
});

test('Guesses of the planner remain where every row is everybody’s', async () => {
  const { headers } = await get('books?select=id', { prefer: 'count=planned' });
  expect(headers.get('content-range')).toMatch(/\/\d+$/);
});
