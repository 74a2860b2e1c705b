import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Delivery, Webhook } from '@/features/developers/api/webhooks';
import { WebhooksCard } from '@/features/developers/components/webhooks-card';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const webhook = (fields: Partial<Webhook> = {}): Webhook => ({
  company_id: COMPANY_ID,
  id: 'hook-1',
  url: 'https://hooks.example.com/time',
  events: ['time_entry.stopped', 'time_entry.approved'],
  project_ids: [],
  description: '',
  active: true,
  off_since: null,
  off_reason: null,
  failing_since: null,
  held_until: null,
  last_success_at: null,
  last_duration_ms: null,
  secret_changed_at: '2026-11-01T12:00:00Z',
  created_by: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  ...fields,
});

const delivery = (fields: Partial<Delivery> = {}): Delivery => ({
  id: 'delivery-1',
  event_id: '0f1e2d3c-0000-4000-8000-000000000001',
  kind: 'event',
  attempt: 1,
  status: 'delivered',
  send_after: '2026-11-17T15:00:00Z',
  sent_at: '2026-11-17T15:00:00Z',
  duration_ms: 84,
  response_code: 200,
  response: 'thanks',
  error: null,
  created_at: '2026-11-17T15:00:00Z',
  event: { type: 'time_entry.approved', payload: { type: 'time_entry.approved' } },
  ...fields,
});

const open = (
  webhooks: unknown,
  deliveries: readonly Delivery[] = [],
  answers: object = {},
  language: 'en' | 'es' = 'en',
) =>
  openPart(<WebhooksCard />, {
    namespaces: ['developers', 'webhooks'],
    as: 'manager',
    language,
    answers: {
      'GET webhook_endpoints': webhooks,
      'GET webhook_deliveries': deliveries,
      'GET projects': [],
      'POST rpc/webhooks_available': true,
      ...answers,
    },
  });

const t = (key: string, values = {}) => words(`webhooks:${key}`, values);

test('without a webhook it says what one is for; a hosted project says that nothing delivers', async () => {
  await open([], [], { 'POST rpc/webhooks_available': false });
  expect(await screen.findByText(t('none'))).toBeVisible();
  expect(await screen.findByText(t('notServed'))).toBeVisible();
  expect(screen.queryByRole('button', { name: t('add') })).not.toBeInTheDocument();
});

test('a list that does not load says so', async () => {
  await open(new Refusal(500, { message: 'no' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});

test('while deliveries load, where there are none yet, and where they do not load', async () => {
  const answer = Promise.withResolvers<Delivery[]>();
  const { user, backend } = await open([webhook()], [], {
    'GET webhook_deliveries': () => answer.promise,
  });
  expect(await screen.findByRole('heading', { name: t('deliveries.title') })).toBeVisible();
  expect(screen.getAllByRole('status', { name: words('common:loading') })).not.toEqual([]);
  answer.resolve([]);
  expect(await screen.findByText(t('deliveries.none'))).toBeVisible();
  backend.answer({
    'GET webhook_deliveries': new Refusal(500, { message: 'no' }),
    'GET webhook_endpoints': [webhook(), webhook({ id: 'hook-2', url: 'https://other.example' })],
    'POST rpc/send_test_webhook': 'delivery-9',
  });
  await user.click(screen.getByRole('button', { name: t('sendTest') }));
  await user.click(await screen.findByRole('button', { name: /^other\.example/ }));
  expect(await screen.findByRole('alert')).toBeVisible();
});

test.each([
  ['en', 'gone'],
  ['es', 'failing'],
] as const)(
  'in %s: off because it is %s, and a secret of another installation',
  async (language, reason) => {
    const { user } = await open(
      [webhook({ active: false, off_reason: reason, off_since: '2026-11-15T12:00:00Z' })],
      [
        delivery({
          status: 'failed',
          response_code: null,
          error: 'secret: it was sealed by another installation',
        }),
      ],
      {},
      language,
    );
    expect(await screen.findByText(t('state.off'))).toBeVisible();
    const since = t(reason === 'gone' ? 'offGone' : 'offFailing', { date: '' });
    expect(screen.getByText(new RegExp(since.split(':')[1] ?? 'no'))).toBeVisible();
    expect(await screen.findByText(t('error.secret'))).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^time_entry.approved/ }));
    expect(await screen.findByText(t('errorText.secret'), { exact: false })).toBeVisible();
  },
);

test('attempts stand as people read them: what waits on the line of what failed', async () => {
  const failed = delivery({
    id: 'd-2',
    status: 'failed',
    response_code: 503,
    error: 'status: 503',
    event_id: '0f1e2d3c-0000-4000-8000-000000000002',
  });
  await open(
    [webhook({ failing_since: '2026-11-17T15:00:00Z' })],
    [
      delivery({
        ...failed,
        id: 'd-3',
        attempt: 2,
        status: 'waiting',
        sent_at: null,
        response_code: null,
        duration_ms: null,
      }),
      failed,
      delivery(),
    ],
  );
  expect(await screen.findByText(t('state.retrying'))).toBeVisible();
  expect(await screen.findByText('503')).toBeVisible();
  expect(screen.getByText(/^1, next/)).toBeVisible();
  expect(screen.getByText(t('deliveries.took', { attempt: 1, ms: '84' }))).toBeVisible();
  expect(
    screen.getAllByRole('button', {
      name: new RegExp(`^(${t('deliveries.sendNow')}|${t('deliveries.resend')})`),
    }),
  ).toHaveLength(2);
});

test('one is added with its events; the secret is shown once, hidden, and copied', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  let rows: Webhook[] = [];
  const { user, backend } = await open(() => rows, [], {
    'POST rpc/create_webhook': () => {
      rows = [webhook()];
      return { id: 'hook-1', secret };
    },
  });
  await user.click(await screen.findByRole('button', { name: t('add') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(t('dialog.url')), 'ftp://nowhere');
  await user.click(dialog.getByRole('button', { name: t('dialog.create') }));
  expect(dialog.getByText(t('failure.webhook_url_invalid'))).toBeVisible();
  expect(dialog.getByText(t('failure.webhook_events_unknown'))).toBeVisible();
  await user.clear(dialog.getByLabelText(t('dialog.url')));
  await user.type(dialog.getByLabelText(t('dialog.url')), 'https://hooks.example.com/time');
  await user.click(dialog.getByRole('checkbox', { name: t('all', { group: t('group.pay') }) }));
  await user.click(dialog.getByRole('button', { name: t('dialog.create') }));
  expect(
    await screen.findByText(t('secret.ready', { url: 'hooks.example.com/time' })),
  ).toBeVisible();
  expect(screen.queryByText(secret)).not.toBeInTheDocument();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: t('secret.copy') }));
  expect(write).toHaveBeenCalledWith(secret);
  const [request] = backend.sent('POST rpc/create_webhook');
  expect(request).toMatchObject({
    url_param: 'https://hooks.example.com/time',
    events_param: [
      'timesheet.signed',
      'timesheet.disputed',
      'pay_period.locked',
      'certified_payroll.signed',
    ],
    project_ids_param: [],
  });
});

test('request and answer open, a failure says what to do', async () => {
  const { user } = await open(
    [webhook()],
    [
      delivery({
        status: 'failed',
        response_code: null,
        response: null,
        error: 'forbidden: 10.0.0.5 is at a private address',
      }),
    ],
  );
  expect(await screen.findByText(t('error.forbidden'))).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^time_entry.approved/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/webhook-id: msg_0f1e2d3c0000400080000000000000/)).toBeVisible();
  expect(dialog.getByText(t('errorText.forbidden'), { exact: false })).toBeVisible();
  expect(dialog.getByText('10.0.0.5 is at a private address')).toBeVisible();
});

test('a test, another secret, a pause and a deletion go to the database', async () => {
  const { user, backend } = await open([webhook()], [delivery()], {
    'POST rpc/send_test_webhook': 'delivery-9',
    'POST rpc/repeat_delivery': 'delivery-8',
    'POST rpc/change_webhook_secret': {
      id: 'hook-1',
      secret: `whsec_${'A'.repeat(32)}`,
      previous_until: '2026-11-18T15:00:00Z',
    },
    'PATCH webhook_endpoints': { id: 'hook-1' },
    'DELETE webhook_endpoints': { id: 'hook-1' },
  });
  await user.click(await screen.findByRole('button', { name: t('sendTest') }));
  await waitFor(() => expect(backend.sent('POST rpc/send_test_webhook')).toHaveLength(1));
  await user.click(
    await screen.findByRole('button', { name: new RegExp(`^${t('deliveries.resend')}`) }),
  );
  await waitFor(() => expect(backend.sent('POST rpc/repeat_delivery')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: t('changeSecret') }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: t('changeSecret') }),
  );
  expect(
    await screen.findByText(t('secret.changed', { url: 'hooks.example.com/time' })),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('common:action.more') }));
  await user.click(await screen.findByRole('menuitem', { name: t('pause') }));
  await waitFor(() =>
    expect(backend.sent('PATCH webhook_endpoints')[0]).toEqual({ active: false }),
  );
  await user.click(screen.getByRole('button', { name: words('common:action.more') }));
  await user.click(await screen.findByRole('menuitem', { name: words('common:action.delete') }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', {
      name: words('common:action.delete'),
    }),
  );
  await waitFor(() => expect(backend.sent('DELETE webhook_endpoints')).toHaveLength(1));
});
