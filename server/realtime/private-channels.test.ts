import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
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
      await expect.poll(() => statuses.at(-1)).toBe('CLOSED');
    } finally {
      await alter(original);
      await sql`select realtime.sync()`;
    }
  });
});
