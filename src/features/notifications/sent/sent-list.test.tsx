import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SentRow } from '@/features/notifications/api/sent';
import { SentList } from '@/features/notifications/sent/sent-list';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID } from '@/testing/people';

const sent = (more: Partial<SentRow>): SentRow => ({
  id: '00000000-0000-4000-8000-000000000001',
  employee_id: EMPLOYEE_ID,
  event: 'shift_published',
  channel: 'push',
  status: 'delivered',
  error: null,
  sent_at: '2026-11-17T12:00:00Z',
  due_at: null,
  ...more,
});

const open = (as: 'employee' | 'manager', answers = {}, at = '/settings') =>
  openPart(<SentList />, {
    namespaces: ['notifications'],
    as,
    at,
    answers: { 'GET employees': [], 'GET notifications_sent': [], ...answers },
  });

test('says in plain words why something did not arrive, and what waits until when', async () => {
  await open('employee', {
    'GET notifications_sent': [
      sent({ status: 'failed', channel: 'sms', error: 'landline' }),
      sent({
        id: '00000000-0000-4000-8000-000000000002',
        status: 'waiting',
        due_at: '2026-11-18T11:00:00Z',
      }),
    ],
  });
  expect(await screen.findByText(words('notifications:error.landline'))).toBeVisible();
  expect(screen.getByText(words('notifications:sent.is.waiting'))).toBeVisible();
  expect(screen.queryByText(words('notifications:sent.everyone'))).toBeNull();
});

test('an employee asks for the own list only', async () => {
  const { backend } = await open('employee');
  expect(await screen.findByText(words('notifications:sent.empty'))).toBeVisible();
  const asked = backend.requests.find(({ path }) => path === 'notifications_sent')?.query;
  expect(asked?.get('employee_id')).toBe(`eq.${EMPLOYEE_ID}`);
});

test('a manager filters everybody’s list by the address, and clears it', async () => {
  const { user, backend } = await open(
    'manager',
    {},
    '/settings?tab=notifications&view=sent&status=failed&channel=sms',
  );
  await user.click(await screen.findByRole('button', { name: words('notifications:sent.clear') }));
  const asked = backend.requests.filter(({ path }) => path === 'notifications_sent');
  expect(asked[0]?.query.get('status')).toBe('eq.failed');
  expect(asked[0]?.query.get('channel')).toBe('eq.sms');
  expect(asked[0]?.query.get('employee_id')).toBeNull();
  await waitFor(() => expect(screen.getByText(words('notifications:sent.empty'))).toBeVisible());
});
