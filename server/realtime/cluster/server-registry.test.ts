import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openRealtimeStage, settle, subscribed } from '../../../testing/realtime-stage.ts';

const stage = await openRealtimeStage();

test('A server that died takes its people with it', async () => {
  const { sql } = stage.database;
  const dead = randomUUID();
  const topic = `presence-${randomUUID()}`;
  await sql`insert into realtime.servers (id, seen_at) values (${dead}, now())`;
  await sql`insert into realtime.watchers values (1, ${dead}, now() + interval '1 minute')`;
  await sql`
    insert into realtime.presences (server, topic, private, key, ref, meta)
    values (${dead}, ${topic}, false, 'ghost', 'x-1', '{"site":"North"}')`;
  const client = await stage.as(undefined);
  const channel = client.channel(topic).on('presence', { event: 'sync' }, () => undefined);
  await subscribed(channel);
  await settle(
    () => channel.presenceState(),
    (state) => 'ghost' in state,
  );
  await sql`update realtime.servers set seen_at = now() - interval '1 hour' where id = ${dead}`;
  await settle(
    () => channel.presenceState(),
    (state) => !('ghost' in state),
  );
  expect(await sql`select from realtime.watchers where server = ${dead}`).toHaveLength(0);
  await stage.hangUp();
});

test('A server that was taken for dead tells again who is here', async () => {
  const { sql } = stage.database;
  const topic = `presence-${randomUUID()}`;
  const client = await stage.as(undefined);
  const channel = client.channel(topic, { config: { presence: { key: 'me', enabled: true } } });
  await subscribed(channel);
  await channel.track({});
  const stored = () => sql`select server from realtime.presences where topic = ${topic}`;
  await expect.poll(stored).toHaveLength(1);
  const [row] = await stored();
  await sql`delete from realtime.presences where topic = ${topic}`;
  await sql`delete from realtime.servers where id = ${row?.['server']}`;
  await expect.poll(stored).toHaveLength(1);
  await stage.hangUp();
});

test('Servers that stop leave nothing behind', async () => {
  const { sql } = stage.database;
  await stage.other.stop();
  await stage.server.stop();
  expect(await sql`select from realtime.servers`).toHaveLength(0);
  expect(await sql`select from realtime.watchers`).toHaveLength(0);
  expect(await sql`select from realtime.presences`).toHaveLength(0);
});
