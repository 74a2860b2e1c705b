import { connect as connectTcp } from 'node:net';
import { expect, test } from 'vitest';
import { openRealtimeStage, settle } from '../../../testing/realtime-stage.ts';

const stage = await openRealtimeStage();

/** A client that joins a room and then never reads again. */
async function joinAndStopReading(topic: string) {
  const { port } = new URL(stage.server.url);
  const socket = connectTcp(Number(port), '127.0.0.1');
  socket.write(
    'GET /realtime/v1/websocket?apikey=sb_publishable_test&vsn=2.0.0 HTTP/1.1\r\nHost: x\r\n' +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await new Promise((resolve) => socket.once('data', resolve));
  const join = Buffer.from(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', {}]));
  const mask = Buffer.from([0, 0, 0, 0]);
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | join.length]), mask, join]));
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  let closed = false;
  socket.on('close', () => {
    closed = true;
  });
  socket.on('error', () => undefined);
  return { isClosed: () => closed, resume: () => socket.resume() };
}

test('A client that does not read is cut, others go on', async () => {
  const slow = await joinAndStopReading('flood');
  const heard: unknown[] = [];
  const client = await stage.as(undefined);
  const channel = client.channel('flood').on('broadcast', { event: '*' }, (m) => heard.push(m));
  await new Promise((resolve) => channel.subscribe(resolve));
  const payload = { text: 'x'.repeat(200_000) };
  const messages = 60;
  for (let count = 0; count < messages; count++) await channel.httpSend('flood', payload);
  await settle(
    () => heard,
    ({ length }) => length === messages,
  );
  slow.resume();
  await expect.poll(slow.isClosed).toBe(true);
  await stage.hangUp();
});
