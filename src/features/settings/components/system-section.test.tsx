import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { SystemLine, SystemStatus } from '@/features/settings/api/system';
import { SystemSection } from '@/features/settings/components/system-section';
import { SettingsScreen } from '@/features/settings/settings-screen';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const STATUS = 'GET /system/v1/status';
const line = (id: string, state: SystemLine['state'], reason: string, values = {}): SystemLine => ({
  id,
  state,
  reason,
  values,
});

const status = (lines: SystemLine[], more: Partial<SystemStatus> = {}): SystemStatus => ({
  checkedAt: '2026-11-17T12:00:00.000Z',
  server: {
    host: 'tower',
    worker: 2,
    workers: 4,
    version: '0.2.0',
    startedAt: '2026-11-01T06:00:00.000Z',
  },
  lines,
  jobs: [],
  errors: [],
  ...more,
});

const open = (answer: unknown, answers = {}, language: 'en' | 'es' = 'en') =>
  openPart(<SystemSection />, {
    namespaces: ['settings', 'system'],
    language,
    answers: { [STATUS]: answer, ...answers },
  });

const row = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('li') as HTMLElement);
};

test('each line has its state in words, its figures as people write them, and what to do', async () => {
  await open(
    status([
      line('disk', 'error', 'fillsSoon', {
        freeBytes: 3 * 1024 ** 3,
        totalBytes: 100 * 1024 ** 3,
        freePercent: 3,
        daysUntilFull: 5,
      }),
      line('mail', 'off', 'captured', { count: 0, lastSentAt: null }),
      line('database', 'ok', 'grows', {
        databaseBytes: 5 * 1024 ** 2,
        databaseGrowthBytes: -2 * 1024 ** 2,
        filesBytes: 0,
        filesGrowthBytes: 1024 ** 3,
      }),
      line('workers', 'warning', 'missing', { answering: 1, count: 2 }),
    ]),
  );
  const disk = await row('Disk');
  expect(disk.getByText('Problem')).toBeVisible();
  expect(disk.getByText(/3\.0 GB of 100 GB free.*full in 5 days/)).toBeVisible();
  expect(disk.getByText(/Enlarge the disk/)).toBeVisible();
  expect((await row('Mail')).getByText('Not set up')).toBeVisible();
  const database = await row('Database and files');
  expect(database.getByText(/5\.0 MB \(−2\.0 MB a month\)/)).toBeVisible();
  expect(database.queryByText('What to do:')).toBeNull();
  expect((await row('Server processes')).getByText('Needs attention')).toBeVisible();
  expect(screen.getByText('1 problem to fix')).toBeVisible();
  expect(screen.getByText('1 line is not set up')).toBeVisible();
  expect(screen.getByText(/Answered by tower, version 0\.2\.0.*worker 2 of 4/)).toBeVisible();
});

test('lines of a newer server are shown by their name', async () => {
  await open(
    status([line('solar_power', 'warning', 'tooDark'), line('disk', 'warning', 'unknown')]),
  );
  expect((await row('Solar power')).getByText(/Too dark/)).toBeVisible();
  expect((await row('Disk')).getByText(words('system:unknown'))).toBeVisible();
  expect(screen.getByText('2 lines need attention')).toBeVisible();
});

test('jobs say when they ran and will run, those that failed first', async () => {
  const job = {
    lastRunAt: '2026-11-17T11:59:00.000Z',
    nextRunAt: '2026-11-17T12:00:00.000Z',
    durationSeconds: 0.012,
    state: 'ok' as const,
  };
  const { user } = await open(
    status([line('jobs', 'warning', 'failed', { count: 1 })], {
      jobs: [
        { ...job, name: 'audit-links', state: 'failed' },
        { ...job, name: 'their-own-job' },
        { ...job, name: 'notifications', lastRunAt: null, state: 'waiting' },
        { ...job, name: 'platform: prune auth' },
      ],
    }),
  );
  const jobs = await row('Scheduled jobs');
  expect(jobs.getByText('Chain the history')).toBeVisible();
  expect(jobs.getByText('Failed')).toBeVisible();
  expect(jobs.getByText('their-own-job')).toBeVisible();
  expect(jobs.getAllByText(/took 12 ms/)[0]).toBeVisible();
  expect(jobs.queryByText('Delete ended sessions')).toBeNull();
  await user.click(jobs.getByRole('button', { name: 'Show all 4 jobs' }));
  expect(jobs.getByText('Delete ended sessions')).toBeVisible();
});

test('an error has a request id to copy', async () => {
  const { user } = await open(
    status([line('errors', 'warning', 'some', { count: 1 })], {
      errors: [
        {
          happenedAt: '2026-11-17T11:00:00.000Z',
          kind: 'request',
          name: 'POST /rest/v1/rpc/:name',
          status: 500,
          requestId: 'c26a49ee-9a77-4f37-9491-1fe6c03e2df8',
          errorClass: 'PostgresError XX000',
          server: 'tower',
        },
      ],
    }),
  );
  const errors = await row('Errors of the last day');
  expect(errors.getByText('500 · PostgresError XX000')).toBeVisible();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(errors.getByRole('button', { name: /Copy id/ }));
  expect(copied).toHaveBeenCalledWith('c26a49ee-9a77-4f37-9491-1fe6c03e2df8');
  expect(await screen.findByText(words('system:errors.copied'))).toBeVisible();
  copied.mockRestore();
});

test('a test mail says what became of it', async () => {
  const mail = [
    { result: 'sent', to: 'owner@example.com' },
    { result: 'captured', to: 'owner@example.com' },
    {
      result: 'failed',
      to: 'owner@example.com',
      problem: 'login',
      server: 'mail.example.com',
      answer: '535 5.7.8 Authentication failed',
    },
    new Refusal(429, { code: 'over_email_send_rate_limit', message: 'Try again in 9 seconds.' }),
  ];
  const { user } = await open(status([line('mail', 'ok', 'unused')]), {
    'POST /system/v1/test-mail': () => mail.shift(),
  });
  const send = await screen.findByRole('button', { name: 'Send a test mail' });
  for (const expected of [
    'The mail server took the mail to owner@example.com',
    'The mail was captured, not sent',
    /Name or password were refused/,
    /five test mails an hour/,
  ]) {
    await user.click(send);
    expect(await screen.findByText(expected)).toBeVisible();
  }
});

test('what cannot be loaded says so and can be tried again', async () => {
  const { user, backend } = await open(new Refusal(403, { code: 'system_owners_only' }));
  expect(await screen.findByText(words('system:loadFailed'))).toBeVisible();
  backend.answer({ [STATUS]: status([]) });
  await user.click(screen.getByRole('button', { name: words('common:action.tryAgain') }));
  expect(await screen.findByText('No problems found')).toBeVisible();
});

test.each([
  [
    'en',
    'ok',
    0,
    'Push notifications',
    /The push services answer\. The last notification was sent/,
  ],
  ['en', 'ok', 1, 'Push notifications', /^1 notification sent in the last day/],
  ['en', 'ok', 1200, 'Push notifications', /^1,200 notifications sent/],
  ['en', 'noWayOut', 0, 'Push notifications', /in the app and by mail instead/],
  ['es', 'noWayOut', 0, 'Notificaciones push', /no llega a los servicios push/],
  ['es', 'needsHttps', 0, 'Notificaciones push', /páginas cifradas/],
] as const)('push in %s, %s with %d: %s', async (language, reason, count, title, text) => {
  const values = {
    count,
    lastSentAt: '2026-11-01T06:00:00.000Z',
    checkedAt: '2026-11-01T06:00:00.000Z',
  };
  await open(status([line('push', 'warning', reason, values)]), {}, language);
  expect((await row(title)).getByText(text)).toBeVisible();
});

test('in Spanish', async () => {
  await open(status([line('errors', 'ok', 'none', { count: 0 })]), {}, 'es');
  expect((await row('Errores del último día')).getByText('Bien')).toBeVisible();
});

test.each([
  ['an owner who may', 'owner', true, true],
  ['another owner', 'owner', false, false],
  ['a manager', 'manager', true, false],
] as const)('%s has the tab: %s, %s', async (_who, role, may, has) => {
  await openPart(<SettingsScreen notifications={null} developers={null} />, {
    namespaces: ['settings', 'system'],
    as: role,
    at: '/settings?tab=system',
    answers: {
      'GET /config.json': {
        supabaseUrl: 'http://backend.test',
        supabaseAnonKey: 'sb_publishable_test',
        systemStatus: true,
      },
      'GET emergency_contacts': [],
      'POST rpc/may_see_system': may,
      ...(has && { [STATUS]: status([]) }),
    },
  });
  await screen.findByRole('tab', { name: words('settings:tab.profile') });
  await waitFor(() =>
    expect(screen.queryByRole('tab', { name: words('settings:tab.system') }) !== null).toBe(has),
  );
  if (has) expect(await screen.findByText('No problems found')).toBeVisible();
});

test.each([
  ['employee', 'developers', true],
  ['employee', 'connections', false],
  ['foreman', 'company', false],
  ['manager', 'company', true],
] as const)('as %s, the tab %s: %s', async (role, tab, has) => {
  await openPart(<SettingsScreen notifications={null} developers={null} />, {
    namespaces: ['settings', 'system'],
    as: role,
    at: '/settings?tab=notifications',
  });
  await screen.findByRole('tab', { name: words('settings:tab.profile') });
  expect(screen.queryByRole('tab', { name: words(`settings:tab.${tab}`) }) !== null).toBe(has);
});
