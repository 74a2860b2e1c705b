import { randomUUID } from 'node:crypto';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import {
  listen,
  openRealtimeStage,
  settle,
  some,
  subscribed,
} from '../../testing/realtime-stage.ts';
import type { Sql } from '../database/sql/sql.ts';
import { Change } from './changes/change.ts';
import type { Match } from './changes/match.ts';
import { askAboutRows } from './changes/match-subscriptions.ts';
import { Subscriptions } from './changes/subscriptions.ts';
import { TableCatalog } from './changes/table-catalog.ts';

/** Takes seconds to read. */
const HEAVY_PATTERN = '((a?b?c?d?){1,60}){1,60}';
/** Read in no time; tried on the row below it goes through all ways to cut it. */
const SLOW_PATTERN = '^(.*)*(.*)\\1\\2$';
const LONG_ROW = `${'abc'.repeat(300)}d`;

const ana = randomUUID();
const ben = randomUUID();

const stage = await openRealtimeStage();

function systemMessages(channel: RealtimeChannel): string[] {
  const messages: string[] = [];
  channel.on('system', {}, ({ message }: { message: string }) => messages.push(message));
  return messages;
}

test('Rights come before patterns: what is refused is not even read', async () => {
  const client = await stage.as(undefined);
  const { channel } = listen(client, { filter: 'body=match.(' });
  const messages = systemMessages(channel);
  await subscribed(channel);
  await settle(() => messages, some);
  expect(messages).toEqual(['Error 401: Unauthorized for table public.notes']);
});

test('A pattern that is none is refused with its reason', async () => {
  const { channel } = listen(await stage.as(ana), { filter: 'body=match.(' });
  const messages = systemMessages(channel);
  await subscribed(channel);
  await settle(() => messages, some);
  expect(messages[0]).toMatch(/^invalid value for filter: invalid regular expression/);
});

test('A pattern that takes too long to read is refused', async () => {
  const { channel } = listen(await stage.as(ana), { filter: `body=match."${HEAVY_PATTERN}"` });
  const messages = systemMessages(channel);
  await subscribed(channel);
  await settle(() => messages, some);
  expect(messages).toEqual(['the pattern takes too long']);
});

test('A pattern that takes too long ends with its channel, and nobody waits for it', async () => {
  const slow = listen(await stage.as(ana), { filter: `body=match.${SLOW_PATTERN}` });
  const plain = listen(await stage.as(ana));
  const messages = systemMessages(slow.channel);
  await subscribed(slow.channel);
  await subscribed(plain.channel);
  await stage.write({ owner: ana, body: LONG_ROW });
  await settle(() => plain.events, some);
  await settle(
    () => messages,
    (list) => list.includes('the pattern takes too long'),
  );
  expect(slow.events).toEqual([]);
});

test('Patterns find what they should', async () => {
  const client = await stage.as(ana);
  const asked = ['like.ye%', 'ilike.YE_', 'match.^y.s$', 'imatch.^Y', 'not.match.^n'];
  const all = asked.map((filter) => listen(client, { filter: `body=${filter}` }));
  for (const { channel } of all) expect(await subscribed(channel)).toBe('SUBSCRIBED');
  await stage.write({ owner: ana, body: 'no' });
  const yes = await stage.write({ owner: ana, body: 'yes' });
  for (const { events } of all) await settle(() => events, some);
  expect(all.map(({ events }) => events.map(({ new: row }) => row.id))).toEqual(
    asked.map(() => [yes]),
  );
});

test('One socket has so many filters and no more, however many channels it opens', async () => {
  const client = await stage.as(ana);
  for (let count = 0; count < 10; count++) {
    const { channel } = listen(client, { filter: `body=match.${count}` });
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
  }
  const { channel } = listen(client, { filter: 'body=not.ilike.x' });
  expect(await subscribed(channel)).toMatch(/ChannelRateLimitReached/);
  const { channel: plain } = listen(client, { filter: 'body=eq.x' });
  expect(await subscribed(plain)).toBe('SUBSCRIBED');
});

test('Policies come before filters: rows nobody who asked may read are not searched', async () => {
  const { sql } = stage.database;
  const catalog = new TableCatalog(sql);
  await catalog.refresh();
  const table = catalog.matching('public', 'notes')[0] as never;
  const request = { event: '*', schema: 'public', table: 'notes', filter: 'body=match.a' } as const;
  const caller = { role: 'authenticated', claims: JSON.stringify({ sub: ben }) };
  const subscriber = { topic: 't', version: '2.0.0', caller, send: () => undefined } as const;
  const subscription = new Subscriptions().add(request, subscriber);
  const condition = { column: 'body', operator: 'match', negate: false, values: ['a'] };
  const asked = [{ ...condition, type: { name: 'body', type: 'text', sqlType: 'text' } }];
  const filter = { columns: ['body'], decidable: [], asked, searches: true };
  const match = { subscription, positions: [0], filter } as unknown as Match;
  const record = JSON.stringify({ id: 1, owner: ana, body: 'a' });
  const created_at = '2026-03-02T12:00:00Z';
  const change = new Change({
    id: 1,
    relation: 1,
    operation: 'INSERT',
    record,
    old_record: null,
    created_at,
  });
  const unsafe = vi.fn(async () => [{ position: 0 }]);
  const ask = (visible: boolean) =>
    askAboutRows({ unsafe } as unknown as Sql, table, [change], match, {
      readers: (callers) => (visible ? callers : []),
      old: () => visible,
    });
  expect((await ask(false)).positions).toEqual([]);
  expect(unsafe).not.toHaveBeenCalled();
  expect((await ask(true)).positions).toEqual([0]);
});
