import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { signToken } from '../../testing/realtime-server.ts';
import { openRealtimeStage, room, settle, some, subscribed } from '../../testing/realtime-stage.ts';

const ana = randomUUID();
const ben = randomUUID();

const stage = await openRealtimeStage();

describe('Tokens', () => {
  test('A channel ends when its token does', async () => {
    const token = await signToken({ sub: ana }, '3s');
    const { channel } = room(await stage.as(ana, { token }), 'short');
    const statuses: string[] = [];
    channel.subscribe((status) => statuses.push(status));
    await settle(() => statuses, some);
    expect(statuses[0]).toBe('SUBSCRIBED');
    await expect.poll(() => statuses.at(-1)).toBe('CLOSED');
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
    await expect.poll(() => statuses.at(-1)).toBe('CLOSED');
  });
});

describe('Opening a connection', () => {
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
