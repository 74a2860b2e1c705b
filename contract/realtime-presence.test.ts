import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, signUp, subscribed } from './integration-client.ts';

const SETTLE = { interval: 20 };
let name: string;
const clients: SupabaseClient[] = [];

beforeEach(() => {
  name = `channel-${randomUUID()}`;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
});

async function enter(key: string, config: Record<string, unknown> = {}) {
  const client = connect();
  clients.push(client);
  if (config['private']) await signUp(client);
  const events: string[] = [];
  const channel = client
    .channel(name, { config: { presence: { key }, ...config } })
    .on('presence', { event: 'sync' }, () => events.push('sync'))
    .on('presence', { event: 'join' }, (event) => events.push(`join ${event.key}`))
    .on('presence', { event: 'leave' }, (event) => events.push(`leave ${event.key}`));
  expect(await subscribed(channel)).toBe('SUBSCRIBED');
  return { channel, events };
}

test('Those who come later see who is there, those who are there see who comes', async () => {
  const ana = await enter('ana');
  expect(await ana.channel.track({ site: 'North' })).toBe('ok');
  const ben = await enter('ben');
  await expect
    .poll(() => ben.channel.presenceState(), SETTLE)
    .toMatchObject({ ana: [{ site: 'North', presence_ref: expect.any(String) }] });
  expect(await ben.channel.track({ site: 'South' })).toBe('ok');
  await expect.poll(() => ana.events, SETTLE).toContain('join ben');
  expect(Object.keys(ana.channel.presenceState()).sort()).toEqual(['ana', 'ben']);
});

test('Untracking, leaving and hanging up are leaves', async () => {
  const watcher = await enter('watcher');
  const people = [await enter('one'), await enter('two'), await enter('three')] as const;
  for (const { channel } of people) await channel.track({});
  await expect.poll(() => Object.keys(watcher.channel.presenceState()), SETTLE).toHaveLength(3);
  await people[0].channel.untrack();
  await people[1].channel.unsubscribe();
  await people[2].channel.socket.disconnect();
  await expect.poll(() => watcher.channel.presenceState(), SETTLE).toEqual({});
  expect(watcher.events.filter((event) => event.startsWith('leave'))).toHaveLength(3);
});

test('Presence works on private channels for those the policies let in', async () => {
  const ana = await enter('ana', { private: true });
  expect(await ana.channel.track({ doing: 'framing' })).toBe('ok');
  const ben = await enter('ben', { private: true });
  await expect
    .poll(() => ben.channel.presenceState(), SETTLE)
    .toMatchObject({ ana: [{ doing: 'framing' }] });
});
