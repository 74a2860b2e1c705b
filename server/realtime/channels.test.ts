import { randomUUID } from 'node:crypto';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { SERVICE_KEY, signToken } from '../../testing/realtime-server.ts';
import { RealtimeStage, settle, some, subscribed } from '../../testing/realtime-stage.ts';

vi.setConfig({ testTimeout: 40_000, hookTimeout: 60_000 });

let stage: RealtimeStage;
const ana = randomUUID();
const ben = randomUUID();

beforeAll(async () => {
  stage = await RealtimeStage.open();
});
afterEach(() => stage.hangUp());
afterAll(() => stage.close());

// biome-ignore lint/suspicious/noExplicitAny: whatever the server sends
type Heard = any[];

function room(client: SupabaseClient, name: string, config: Record<string, unknown> = {}) {
  const heard: Heard = [];
  const channel = client
    .channel(name, { config: config as never })
    .on('broadcast', { event: '*' }, (message) => heard.push(message));
  return { channel, heard };
}

const say = (channel: RealtimeChannel, payload: unknown, event = 'say') =>
  channel.send({ type: 'broadcast', event, payload });

describe.each(['1.0.0', '2.0.0'])('Broadcast with protocol %s', (vsn) => {
  test('Everyone in the room hears it, on every server, the sender only on request', async () => {
    const name = `room-${randomUUID()}`;
    const speaker = room(await stage.as(ana, { vsn }), name, { broadcast: { ack: true } });
    const echo = room(await stage.as(ana, { vsn }), name, { broadcast: { self: true, ack: true } });
    const far = room(await stage.as(ben, { vsn, at: stage.other }), name);
    const elsewhere = room(await stage.as(ben), `${name}-2`);
    for (const { channel } of [speaker, echo, far, elsewhere]) {
      expect(await subscribed(channel)).toBe('SUBSCRIBED');
    }
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(await say(speaker.channel, { n: 1 })).toBe('ok');
    expect(await say(echo.channel, { n: 2 })).toBe('ok');
    await settle(
      () => far.heard,
      (heard) => heard.length === 2,
    );
    await settle(
      () => echo.heard,
      (heard) => heard.length === 2,
    );
    expect(far.heard[0]).toMatchObject({ type: 'broadcast', event: 'say', payload: { n: 1 } });
    expect(speaker.heard.map(({ payload }) => payload)).toEqual([{ n: 2 }]);
    expect(elsewhere.heard).toEqual([]);
  });
});

test('Bytes arrive as bytes with 2.0.0, and not at all with 1.0.0', async () => {
  const name = `bytes-${randomUUID()}`;
  const speaker = room(await stage.as(ana), name);
  const near = room(await stage.as(ben), name);
  const far = room(await stage.as(ben, { at: stage.other }), name);
  const old = room(await stage.as(ben, { vsn: '1.0.0' }), name);
  for (const { channel } of [speaker, near, far, old]) await subscribed(channel);
  await new Promise((resolve) => setTimeout(resolve, 120));
  await say(speaker.channel, new Uint8Array([0, 1, 255]).buffer);
  await settle(() => near.heard, some);
  await settle(() => far.heard, some);
  for (const { heard } of [near, far]) {
    expect([...new Uint8Array(heard[0].payload)]).toEqual([0, 1, 255]);
  }
  expect(old.heard).toEqual([]);
});

test('REST speaks to rooms, one message or several', async () => {
  const name = `rest-${randomUUID()}`;
  const { channel, heard } = room(await stage.as(ana), name);
  await subscribed(channel);
  expect(await channel.httpSend('one', { n: 1 })).toEqual({ success: true });
  expect(await channel.httpSend('two', new Uint8Array([7]))).toEqual({ success: true });
  const answer = await fetch(`${stage.server.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: SERVICE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ topic: name, event: 'three', payload: { n: 3 } }] }),
  });
  expect(answer.status).toBe(202);
  await settle(
    () => heard,
    ({ length }) => length === 3,
  );
  expect(heard.map(({ event }) => event)).toEqual(['one', 'two', 'three']);
  const refused = await fetch(`${stage.server.url}/realtime/v1/api/broadcast`, { method: 'POST' });
  expect(refused.status).toBe(401);
});

test('SQL speaks to rooms', async () => {
  const name = `sql-${randomUUID()}`;
  const { channel, heard } = room(await stage.as(ana), name);
  await subscribed(channel);
  await stage.database.sql`select realtime.send('{"n":1}', 'from-sql', ${name}, false)`;
  await stage.database.sql`select realtime.send('{"n":2}', 'from-sql', ${name}, true)`;
  await settle(() => heard, some);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ event: 'from-sql', payload: { n: 1, id: expect.any(String) } });
});

describe('Private channels', () => {
  test('Policies decide who joins', async () => {
    const mine = room(await stage.as(ana), `room:${ana}`, { private: true });
    const theirs = room(await stage.as(ben), `room:${ana}`, { private: true });
    const nobody = room(await stage.as(undefined), `room:${ana}`, { private: true });
    expect(await subscribed(mine.channel)).toBe('SUBSCRIBED');
    expect(await subscribed(theirs.channel)).toBe(
      `Unauthorized: You do not have permissions to read from this Channel topic: room:${ana}`,
    );
    expect(await subscribed(nobody.channel)).toMatch(/^Unauthorized/);
  });

  test('Policies decide who speaks', async () => {
    const name = `hall:${randomUUID()}`;
    const config = { private: true, broadcast: { ack: true, self: true } };
    const hall = room(await stage.as(ana), name, config);
    const own = room(await stage.as(ana), `room:${ana}`, config);
    await subscribed(hall.channel);
    await subscribed(own.channel);
    expect(await say(hall.channel, { n: 1 })).toBe('error');
    expect(await say(own.channel, { n: 1 })).toBe('ok');
    await expect(hall.channel.httpSend('say', { n: 2 })).rejects.toThrow('permissions');
    const { sql } = stage.database;
    await sql`select realtime.send('{"n":3}', 'say', ${name}, true)`;
    await settle(() => hall.heard, some);
    expect(hall.heard.map(({ payload }) => payload.n)).toEqual([3]);
    expect(own.heard).toHaveLength(1);
  });

  test('A public channel of the same name is another room', async () => {
    const name = `room:${ana}`;
    const hidden = room(await stage.as(ana), name, { private: true });
    const open = room(await stage.as(ben), name, { broadcast: { ack: true } });
    await subscribed(hidden.channel);
    await subscribed(open.channel);
    await say(open.channel, { n: 1 });
    await stage.database.sql`select realtime.send('{"n":2}', 'x', ${name}, true)`;
    await settle(() => hidden.heard, some);
    expect(hidden.heard.map(({ payload }) => payload.n)).toEqual([2]);
    expect(open.heard).toEqual([]);
  });

  test('What SQL said lately can be heard again', async () => {
    const name = `hall:${randomUUID()}`;
    for (const n of [1, 2, 3]) {
      await stage.database.sql`select realtime.send(${{ n } as never}::jsonb, 'x', ${name}, true)`;
    }
    const replay = { since: Date.now() - 60_000, limit: 2 };
    const { channel, heard } = room(await stage.as(ana), name, {
      private: true,
      broadcast: { replay },
    });
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
    await settle(
      () => heard,
      ({ length }) => length === 2,
    );
    expect(heard.map(({ payload, meta }) => [payload.n, meta.replayed])).toEqual([
      [2, true],
      [3, true],
    ]);
  });

  test('A policy that changes ends the channel within seconds', async () => {
    const { sql } = stage.database;
    const { channel } = room(await stage.as(ana), 'hall:closing', { private: true });
    const statuses: string[] = [];
    channel.subscribe((status) => statuses.push(status));
    await settle(() => statuses, some);
    const alter = (condition: string) =>
      sql.unsafe(`alter policy "Rooms of their own" on realtime.messages using (${condition})`);
    const original = `realtime.topic() = 'room:' || (select auth.uid()) or realtime.topic() like 'hall:%'`;
    try {
      await alter(`realtime.topic() <> 'hall:closing' and (${original})`);
      await expect.poll(() => statuses.at(-1), { timeout: 12_000 }).toBe('CLOSED');
    } finally {
      await alter(original);
      await sql`select realtime.sync()`;
    }
  });
});

describe('Presence', () => {
  function present(client: SupabaseClient, name: string, key: string) {
    const diffs: string[] = [];
    const channel = client
      .channel(name, { config: { presence: { key } } })
      .on('presence', { event: 'join' }, ({ key: who }) => diffs.push(`join ${who}`))
      .on('presence', { event: 'leave' }, ({ key: who }) => diffs.push(`leave ${who}`))
      .on('presence', { event: 'sync' }, () => diffs.push('sync'));
    return { channel, diffs };
  }

  test('Who is there is known on every server, until they leave', async () => {
    const name = `presence-${randomUUID()}`;
    const first = present(await stage.as(ana), name, 'ana');
    const far = present(await stage.as(ben, { at: stage.other }), name, 'ben');
    await subscribed(first.channel);
    expect(await first.channel.track({ doing: 'digging' })).toBe('ok');
    await subscribed(far.channel);
    await settle(
      () => Object.keys(far.channel.presenceState()),
      (keys) => keys.includes('ana'),
    );
    expect(far.channel.presenceState()['ana']).toMatchObject([{ doing: 'digging' }]);

    await far.channel.track({ doing: 'pouring' });
    await settle(
      () => first.diffs,
      (diffs) => diffs.includes('join ben'),
    );
    await far.channel.track({ doing: 'resting' });
    // The client's own state keeps the old entry here (its join callback eats the reference), so
    // look at what it was told.
    await settle(
      () => first.diffs,
      (diffs) => diffs.filter((diff) => diff === 'join ben').length === 2,
    );
    expect(first.diffs).toContain('leave ben');

    await first.channel.untrack();
    await settle(
      () => Object.keys(far.channel.presenceState()),
      (keys) => !keys.includes('ana'),
    );
    await stage.hangUp();
    const late = present(await stage.as(ana), name, 'late');
    await subscribed(late.channel);
    await settle(
      () => late.diffs,
      (diffs) => diffs.includes('sync'),
    );
    expect(late.channel.presenceState()).toEqual({});
  });

  test('A socket that breaks is a leave', async () => {
    const name = `presence-${randomUUID()}`;
    const stays = present(await stage.as(ana), name, 'ana');
    const goes = present(await stage.as(ben, { at: stage.other }), name, 'ben');
    await subscribed(stays.channel);
    await subscribed(goes.channel);
    await goes.channel.track({});
    await settle(
      () => stays.diffs,
      (diffs) => diffs.includes('join ben'),
    );
    await goes.channel.socket.disconnect();
    await settle(
      () => stays.diffs,
      (diffs) => diffs.includes('leave ben'),
    );
  });
});

describe('Tokens', () => {
  test('A channel ends when its token does', async () => {
    const token = await signToken({ sub: ana }, '3s');
    const { channel } = room(await stage.as(ana, { token }), 'short');
    const statuses: string[] = [];
    channel.subscribe((status) => statuses.push(status));
    await settle(() => statuses, some);
    expect(statuses[0]).toBe('SUBSCRIBED');
    await expect.poll(() => statuses.at(-1), { timeout: 6_000 }).toBe('CLOSED');
  });

  test('A bad token does not join', async () => {
    const expired = await signToken({ sub: ana }, '-1s');
    const forged = `${(await signToken()).slice(0, -4)}AAAA`;
    const cases = [
      [expired, /^InvalidJWTToken: Token has expired/],
      [forged, /^JwtSignatureError/],
      ['nonsense', /^MalformedJWT/],
      [await signToken({ role: 'postgres' }), /^Unauthorized/],
    ] as const;
    for (const [token, message] of cases) {
      const { channel } = room(await stage.as(ana, { token }), 'bad-token');
      expect(await subscribed(channel)).toMatch(message);
    }
  });

  test('A user can be disconnected from SQL', async () => {
    const { channel } = room(await stage.as(ana), 'sent-away');
    const spared = room(await stage.as(ben), 'sent-away');
    const statuses: string[] = [];
    const reasons: string[] = [];
    channel.on('system', {}, ({ message }: { message: string }) => reasons.push(message));
    channel.subscribe((status) => statuses.push(status));
    await subscribed(spared.channel);
    await settle(() => statuses, some);
    await stage.database.sql`select realtime.disconnect(${ana})`;
    await settle(
      () => statuses,
      (list) => list.at(-1) === 'CLOSED',
    );
    expect(reasons).toEqual(['Access was withdrawn']);
    expect(spared.channel.state).toBe('joined');
  });

  test('A session that is gone ends its channels', async () => {
    const token = await signToken({ sub: ana, session_id: randomUUID() });
    const { channel } = room(await stage.as(ana, { token }), 'signed-out');
    const statuses: string[] = [];
    channel.subscribe((status) => statuses.push(status));
    await expect.poll(() => statuses.at(-1), { timeout: 10_000 }).toBe('CLOSED');
  });
});

describe('The door', () => {
  function open(query: string): Promise<number | 'open'> {
    const url = `${stage.server.url.replace('http', 'ws')}/realtime/v1/websocket${query}`;
    return new Promise((resolve) => {
      const socket = new WebSocket(url);
      socket.on('open', () => {
        resolve('open');
        socket.terminate();
      });
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => undefined);
    });
  }

  test('Nobody comes in without a key', async () => {
    expect(await open('')).toBe(401);
    expect(await open('?apikey=wrong')).toBe(401);
    expect(await open('?apikey=sb_publishable_test&vsn=2.0.0')).toBe('open');
  });

  test('What is no message ends the socket', async () => {
    const url = `${stage.server.url.replace('http', 'ws')}/realtime/v1/websocket`;
    const socket = new WebSocket(`${url}?apikey=sb_publishable_test&vsn=2.0.0`);
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.on('open', () => socket.send('{'));
    expect(await closed).toBe(1003);
  });
});
