import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChoiceRow } from '@/features/notifications/api/choices';
import { CHANNELS } from '@/features/notifications/channels';
import { NotificationsSection } from '@/features/notifications/settings/notifications-section';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID, EMPLOYEE_ID } from '@/testing/people';

const cells = (event: string, more: Partial<ChoiceRow> = {}): ChoiceRow[] =>
  CHANNELS.map((channel) => ({
    event,
    grouping: 'project_updates',
    channel,
    on: channel !== 'sms',
    forced: false,
    forced_by: null,
    available: true,
    reason: null,
    ...more,
  }));

const open = (answers = {}, language: 'en' | 'es' = 'en') =>
  openPart(<NotificationsSection devices={<p>devices</p>} texts={<p>texts</p>} />, {
    namespaces: ['settings', 'notifications'],
    as: 'employee',
    language,
    answers: {
      'POST rpc/notification_table': cells('shift_published'),
      'GET quiet_hours': [],
      ...answers,
    },
  });

const choice = (event: string, channel: (typeof CHANNELS)[number]): string =>
  words('notifications:table.choice', {
    event: words(`notifications:event.${event}`),
    channel: words(`notifications:channel.${channel}`),
  });

async function openEvents(user: Awaited<ReturnType<typeof open>>['user']): Promise<void> {
  const name = `${words('notifications:table.show')}: ${words('settings:notifications.projects')}`;
  await user.click(await screen.findByRole('button', { name }));
}

test('an event is chosen for a channel, and the four switches stand above', async () => {
  const { user, backend } = await open({ 'POST notification_choices': null });
  await openEvents(user);
  for (const name of ['projects', 'reminders', 'team', 'digests'])
    expect(
      screen.getByRole('switch', { name: words(`settings:notifications.${name}`) }),
    ).toBeVisible();
  await user.click(screen.getByRole('switch', { name: choice('shift_published', 'sms') }));
  await waitFor(() =>
    expect(backend.sent('POST notification_choices')).toEqual([
      {
        company_id: COMPANY_ID,
        employee_id: EMPLOYEE_ID,
        event: 'shift_published',
        channel: 'sms',
        on: true,
      },
    ]),
  );
});

test('the switch of a group decides for all of its events again', async () => {
  const { user, backend } = await open({
    'POST preferences': null,
    'DELETE notification_choices': null,
  });
  await user.click(
    await screen.findByRole('switch', { name: words('settings:notifications.projects') }),
  );
  await waitFor(() => expect(backend.sent('DELETE notification_choices')).toHaveLength(1));
  const asked = backend.requests.find(({ method }) => method === 'DELETE')?.query;
  expect(asked?.get('event')).toBe('in.(shift_published)');
  expect(asked?.get('channel')).toBe('eq.mail');
});

test('what an owner decided is locked and says who', async () => {
  const { user } = await open({
    'POST rpc/notification_table': cells('shift_changed', {
      on: true,
      forced: true,
      forced_by: 'Maria Lopez',
    }),
  });
  await openEvents(user);
  const push = screen.getByRole('switch', { name: choice('shift_changed', 'push') });
  expect(push).toBeDisabled();
  expect(push).toBeChecked();
  expect(push).toHaveAccessibleDescription(/Maria Lopez/);
});

test('a channel that does not reach somebody says why and what to do', async () => {
  const { user } = await open({
    'POST rpc/notification_table': cells('shift_published').map((cell) =>
      cell.channel === 'mail'
        ? { ...cell, available: false, reason: 'no_address' }
        : cell.channel === 'push'
          ? { ...cell, available: false, reason: 'no_device' }
          : { ...cell, available: false, reason: 'not_set_up' },
    ),
  });
  const link = await screen.findByRole('link', {
    name: words('notifications:reach.fix.no_address'),
  });
  expect(link).toHaveAttribute('href', '/settings?tab=profile');
  expect(screen.getByText(words('notifications:reach.reason.no_device'))).toBeVisible();
  expect(screen.getByText(words('notifications:reach.reason.not_set_up'))).toBeInTheDocument();
  await openEvents(user);
  expect(screen.queryByRole('switch', { name: choice('shift_published', 'sms') })).toBeNull();
  const mail = screen.getByRole('switch', { name: choice('shift_published', 'mail') });
  expect(mail).toBeDisabled();
  expect(mail).toHaveAccessibleDescription(words('notifications:reach.reason.no_address'));
});

test('quiet hours need different times and a day, and are saved for the zone of the person', async () => {
  const { user, backend } = await open({ 'POST quiet_hours': null });
  await user.click(await screen.findByRole('switch', { name: words('notifications:quiet.on') }));
  const [from, to] = ['quiet.from', 'quiet.to'].map((key) =>
    screen.getByRole('textbox', { name: words(`notifications:${key}`) }),
  ) as [HTMLElement, HTMLElement];
  await user.clear(to);
  await user.type(to, '8pm');
  const save = screen.getByRole('button', { name: words('common:action.save') });
  await user.click(save);
  expect(await screen.findByText(words('notifications:quiet.sameTime'))).toBeVisible();
  await user.clear(from);
  await user.type(from, '9:30 pm');
  await user.clear(to);
  await user.type(to, '5:30 am');
  await user.click(screen.getByRole('button', { name: 'Sunday' }));
  await user.click(save);
  await waitFor(() =>
    expect(backend.sent('POST quiet_hours')).toMatchObject([
      { starts_at: '21:30', ends_at: '05:30', weekdays: [1, 2, 3, 4, 5, 6], digest_at: null },
    ]),
  );
});

test('a snooze is visible and can be ended', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const { user, backend } = await open({
    'GET quiet_hours': [
      {
        starts_at: null,
        ends_at: null,
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        snoozed_until: until,
        digest_at: null,
      },
    ],
    'POST quiet_hours': null,
  });
  expect(await screen.findByText(words('notifications:snooze.untilText'))).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('notifications:snooze.end') }));
  await waitFor(() =>
    expect(backend.sent('POST quiet_hours')).toMatchObject([{ snoozed_until: null }]),
  );
});

test('a test shows for each channel what became of it', async () => {
  const { user } = await open({
    'POST rpc/send_test_notification': '00000000-0000-4000-8000-000000000001',
    'GET notifications_sent': [
      { channel: 'push', status: 'delivered', error: null },
      { channel: 'mail', status: 'failed', error: 'no_address' },
      { channel: 'sms', status: 'waiting', error: null },
    ],
  });
  await user.click(await screen.findByRole('button', { name: words('notifications:test.send') }));
  const results = await screen.findByRole('list', { name: words('notifications:test.title') });
  expect(await within(results).findByText(words('notifications:sent.is.delivered'))).toBeVisible();
  expect(within(results).getByText(words('notifications:error.no_address'))).toBeVisible();
  expect(within(results).getByText(words('notifications:test.waiting'))).toBeVisible();
});

test('says that the choices could not be loaded', async () => {
  await open({ 'POST rpc/notification_table': new Refusal(403, { message: 'no' }) }, 'es');
  expect(await screen.findByText(words('notifications:table.failed'))).toBeVisible();
});
