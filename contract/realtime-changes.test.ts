import { randomUUID } from 'node:crypto';
import { postgresChangesFilter, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, signUp, subscribed } from './integration-client.ts';

const SETTLE = { interval: 20 };
// biome-ignore lint/suspicious/noExplicitAny: whatever the server sends
type Heard = any[];

const client = connect();
let userId: string;
beforeAll(async () => {
  userId = (await signUp(client)).id;
});
afterAll(() => client.removeAllChannels());

async function listen(filter: Record<string, unknown>, who: SupabaseClient = client) {
  const heard: Heard = [];
  const system: string[] = [];
  const channel = who
    .channel(`changes-${randomUUID()}`)
    .on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'todos', ...filter } as never,
      (change: unknown) => heard.push(change),
    )
    .on('system', {}, ({ status }: { status: string }) => system.push(status));
  expect(await subscribed(channel)).toBe('SUBSCRIBED');
  await expect.poll(() => system.length, SETTLE).toBeGreaterThan(0);
  return { heard, system };
}

async function add(values: Record<string, unknown>) {
  const row = { user_id: userId, task: 'x', ...values };
  const { data } = await client.from('todos').insert(row).select().single().throwOnError();
  return data;
}

test('A change has the form clients know, with values as the data API gives them', async () => {
  const { heard, system } = await listen({});
  const row = await add({ task: 'Form the footing' });
  await expect.poll(() => heard, SETTLE).toHaveLength(1);
  expect(system).toEqual(['ok']);
  expect(heard[0]).toEqual({
    schema: 'public',
    table: 'todos',
    eventType: 'INSERT',
    commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    new: row,
    old: {},
    errors: null,
  });
});

describe('Filters', () => {
  test.each([
    ['equal', 'task=eq.yes', ['yes']],
    ['in a list', 'task=in.(yes,"a, b")', ['yes', 'a, b']],
    ['not', 'task=not.eq.yes', ['no', 'a, b']],
    ['like', 'task=like.%e%', ['yes']],
    ['a pattern', 'task=match.^n', ['no']],
    ['several', 'task=neq.no,is_complete=is.false', ['yes', 'a, b']],
    ['from the builder', postgresChangesFilter().eq('task', 'a, b'), ['a, b']],
  ])('%s', async (_name, filter, expected) => {
    const { heard } = await listen({ event: 'INSERT', filter });
    const all = await listen({ event: 'INSERT' });
    for (const task of ['yes', 'no', 'a, b']) await add({ task });
    await expect.poll(() => all.heard, SETTLE).toHaveLength(3);
    await expect.poll(() => heard.map((change) => change.new.task), SETTLE).toEqual(expected);
  });

  test('One that cannot be is said to be wrong and stays silent', async () => {
    for (const filter of [
      'nothing=eq.1',
      'user_id=eq.not-a-uuid',
      'task=between.1',
      'is_complete=match.x',
    ]) {
      const { heard, system } = await listen({ filter });
      expect(system, filter).toEqual(['error']);
      expect(heard).toEqual([]);
    }
  });
});

test('Only the wanted events and columns come', async () => {
  const removed = await listen({ event: 'DELETE' });
  const narrow = await listen({ event: 'UPDATE', select: ['task'] });
  const row = await add({});
  await client.from('todos').update({ task: 'y' }).eq('id', row.id).throwOnError();
  await client.from('todos').delete().eq('id', row.id).throwOnError();
  await expect.poll(() => removed.heard, SETTLE).toHaveLength(1);
  expect(removed.heard[0]).toMatchObject({ eventType: 'DELETE', old: { id: row.id } });
  expect(narrow.heard.map((change) => change.new)).toEqual([{ id: row.id, task: 'y' }]);
});

test('Rows of others do not come, not even their deletion', async () => {
  const stranger = connect();
  await signUp(stranger);
  const { heard } = await listen({}, stranger);
  const mine = await listen({ event: 'DELETE' });
  const row = await add({});
  await client.from('todos').delete().eq('id', row.id).throwOnError();
  await expect.poll(() => mine.heard, SETTLE).toHaveLength(1);
  expect(heard).toEqual([]);
  await stranger.removeAllChannels();
});

test('A table outside the publication is silent', async () => {
  expect((await listen({ table: 'no_such_table' })).system).toEqual(['error']);
});
