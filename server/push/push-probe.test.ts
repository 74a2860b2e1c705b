import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Config } from '../config.ts';
import type { PushClient } from './push-client.ts';
import { type PushFigures, pushLine, pushProbe } from './push-probe.ts';
import { WayOut } from './way-out.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const NOW = new Date('2026-11-17T12:00:00Z');
const figures: PushFigures = { sent: 3, refused: 0, waiting: 1, lastSentAt: NOW };

test.each<[boolean, Partial<PushFigures>, string]>([
  [true, {}, 'ok ok'],
  [true, { sent: 0, lastSentAt: null }, 'ok unused'],
  [true, { refused: 2 }, 'warning refused'],
  [false, {}, 'warning noWayOut'],
])('a way out that is open: %s, with %j: %s', (isOpen, more, expected) => {
  const line = pushLine({ isOpen, checkedAt: NOW, problem: null }, { ...figures, ...more });
  expect(`${line.state} ${line.reason}`).toBe(expected);
  expect(line.values).toMatchObject({ checkedAt: NOW.toISOString(), waiting: 1 });
});

test('push services are asked once an hour, and not at all where no browser would subscribe', async () => {
  const asked: string[] = [];
  let isOnline = false;
  const client = {
    async ask(address: string) {
      asked.push(address);
      if (!isOnline) throw new Error('offline');
    },
  } as unknown as PushClient;
  const services = ['https://a.example', 'https://b.example'];
  const wayOut = new WayOut({ sql: database.sql, client, services });
  const probe = (siteUrl: string) =>
    pushProbe({ siteUrl, tls: { mode: 'off' } } as Config, database.sql, wayOut)();

  expect(await probe('http://time.example.com')).toMatchObject({
    state: 'off',
    reason: 'needsHttps',
  });
  expect(asked).toEqual([]);
  expect(await probe('https://time.example.com')).toMatchObject({ reason: 'noWayOut' });
  expect(asked.sort()).toEqual(['https://a.example/', 'https://b.example/']);
  expect(await probe('http://localhost:3000')).toMatchObject({ reason: 'noWayOut' });
  expect(asked).toHaveLength(2);

  isOnline = true;
  await database.sql`update push.way_out set checked_at = now() - interval '61 minutes'`;
  await expect.poll(async () => (await probe('https://time.example.com'))?.reason).toBe('unused');
  expect(asked).toHaveLength(4);
});
