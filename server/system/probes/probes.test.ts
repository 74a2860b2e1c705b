import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { alone, type Team } from '../../team/team.ts';
import { connectionsLine, connectionsProbe } from './connections.ts';
import { databaseSizeProbe } from './database-size.ts';
import { diskLine, diskProbe } from './disk.ts';
import { errorsLine } from './errors.ts';
import { jobsProbe } from './jobs.ts';
import { type MailFigures, mailLine, mailProbe } from './mail.ts';
import { memoryLine, memoryProbe } from './memory.ts';
import { workersProbe } from './workers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const GB = 1024 ** 3;
const said = ({ state, reason }: { state: string; reason: string }) => `${state} ${reason}`;

test.each([
  [400, 500, 0, 'ok ok', null],
  [400, 500, 1, 'ok lasts', 400],
  [40, 500, 2, 'warning fillsSoon', 20],
  [40, 500, 8, 'error fillsSoon', 5],
  [4, 500, 0, 'warning low', null],
  [0.5, 500, 0, 'error full', null],
  // A small disk with plenty of its room left, and a huge one with plenty of bytes.
  [3, 10, 0, 'ok ok', null],
  [50, 2000, 0, 'ok ok', null],
])('a disk with %d of %d GB free that grows %d GB a day: %s', (free, total, growth, line, days) => {
  const found = diskLine(free * GB, total * GB, growth * GB);
  expect(said(found)).toBe(line);
  expect(found.values['daysUntilFull']).toBe(days);
});

test('growth is known after a week of samples, of what is on this disk', async () => {
  const { sql } = database;
  const size = databaseSizeProbe(sql);
  expect(await size()).toMatchObject({ reason: 'size', values: { databaseGrowthBytes: null } });
  await sql`
    insert into monitoring.size_samples
      select sampled_on - days, database_bytes - days * ${10 * GB}::bigint, files_bytes - days * ${GB}::bigint
        from monitoring.size_samples, generate_series(1, 40) as days where sampled_on = current_date`;
  expect(await size()).toMatchObject({
    reason: 'grows',
    values: { databaseGrowthBytes: 300 * GB, filesGrowthBytes: 30 * GB },
  });
  const disk = (databaseUrl?: string, s3Url?: string) =>
    diskProbe({ dataDir: '/', databaseUrl, s3Url }, sql)();
  const [all, files, nothing] = [await disk(), await disk('postgres://'), await disk('', 's3:')];
  const days = (line: typeof all) => Number(line?.values['daysUntilFull'] ?? Infinity);
  expect(days(all)).toBeLessThan(days(files));
  expect(nothing?.values['daysUntilFull']).toBeNull();
});

test.each([
  [10, 100, 'ok ok'],
  [80, 100, 'warning many'],
  [96, 100, 'error full'],
])('%i of %i connections: %s', (used, max, line) => {
  expect(said(connectionsLine(used, max))).toBe(line);
});

test.each([
  [4, 16, 'ok ok'],
  [1, 16, 'warning low'],
  [0.5, 16, 'error low'],
])('%d of %d GB of memory available: %s', (available, total, line) => {
  expect(said(memoryLine(available * GB, total * GB, GB))).toBe(line);
});

test('figures of this machine are figures', async () => {
  expect(await connectionsProbe(database.sql)()).toMatchObject({
    values: { used: expect.any(Number), max: expect.any(Number) },
  });
  const others: Team = {
    ...alone(),
    size: 3,
    figuresOfOthers: async () =>
      new Map([
        [
          2,
          [{ name: 'process_resident_memory_bytes', type: 'gauge', samples: [['', '', 7 * GB]] }],
        ],
      ]),
  };
  const memory = await memoryProbe(others)();
  expect(memory?.values['serverBytes']).toBeGreaterThan(7 * GB);
  expect(await workersProbe(others)()).toMatchObject({
    state: 'warning',
    reason: 'missing',
    values: { answering: 2, count: 3 },
  });
  expect(await workersProbe(alone())()).toMatchObject({ state: 'ok', values: { count: 1 } });
});

const noMail: MailFigures = {
  sent: 0,
  waiting: 0,
  givenUp: 0,
  lastSentAt: null,
  waitingSince: null,
  lastError: null,
};
const NOW = new Date('2026-11-17T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

test.each([
  ['captured', true, {}, 'off captured'],
  ['never used', false, {}, 'ok unused'],
  ['used', false, { sent: 3, lastSentAt: minutesAgo(3) }, 'ok ok'],
  ['just tried', false, { waiting: 1, waitingSince: minutesAgo(2), lastError: 'x' }, 'ok unused'],
  ['held up', false, { waiting: 1, waitingSince: minutesAgo(20), lastError: 'x' }, 'error heldUp'],
  ['given up', false, { givenUp: 1, lastSentAt: minutesAgo(3) }, 'warning givenUp'],
] as const)('mail that is %s', (_name, isCaptured, figures, line) => {
  expect(said(mailLine(isCaptured, { ...noMail, ...figures }, NOW))).toBe(line);
});

test('mail that waits says why, without the address it was for', async () => {
  await database.sql`
    insert into mail.outbox (to_address, template, created_at, attempts, last_error)
    values ('jane@example.com', 'x', now() - interval '1 hour', 3,
      'Invalid login: 535 5.7.8 jane@example.com')`;
  const line = await mailProbe({ smtpUrl: 'smtp://mail.example.com' }, database.sql)();
  expect(line).toMatchObject({ state: 'error', reason: 'heldUp', values: { problem: 'login' } });
  expect(JSON.stringify(line)).not.toContain('jane');
});

test('jobs: all right, failed, and not begun', async () => {
  const { sql } = database;
  const probe = async () => said((await jobsProbe(sql)()) ?? { state: '', reason: '' });
  await sql`update cron.job set next_run_at = now() + interval '1 hour'`;
  expect(await probe()).toBe('ok ok');
  await sql`
    insert into cron.job_run_details (jobid, status, start_time, end_time)
    select jobid, 'failed', now(), now() from cron.job limit 1`;
  expect(await probe()).toBe('warning failed');
  await sql`update cron.job set next_run_at = now() - interval '1 hour' where active`;
  expect(await probe()).toBe('error late');
});

test('errors of a day', () => {
  expect([errorsLine(0, 0), errorsLine(1, 1), errorsLine(19, 1)].map(said)).toEqual([
    'ok none',
    'warning some',
    'error many',
  ]);
});
