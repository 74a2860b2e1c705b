import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SERVICE_KEY } from '../../testing/realtime-server.ts';
import {
  openRealtimeStage,
  room,
  say,
  settle,
  some,
  subscribed,
} from '../../testing/realtime-stage.ts';

const ana = randomUUID();
const ben = randomUUID();

const stage = await openRealtimeStage();

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
  await stage.database.sql`select realtime.send('{"n":3}', 'from-sql', ${name}, false)`;
  await settle(
    () => heard,
    (messages) => messages.length >= 2,
  );
  const said = (n: number) => ({ event: 'from-sql', payload: { n, id: expect.any(String) } });
  expect(heard).toMatchObject([said(1), said(3)]);
});
