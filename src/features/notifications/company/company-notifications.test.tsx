import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReachedPerson, RuleRow } from '@/features/notifications/api/company';
import { CHANNELS } from '@/features/notifications/channels';
import { CompanyNotifications } from '@/features/notifications/company/company-notifications';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const rules: RuleRow[] = CHANNELS.map((channel) => ({
  event: 'shift_published',
  grouping: 'project_updates',
  audience: 'everyone',
  channel,
  default_on: channel === 'push',
  forced: false,
  forceable: true,
  people: 12,
  decided_by: null,
  decided_at: null,
}));

const person = (first_name: string, more: Partial<ReachedPerson>): ReachedPerson => ({
  employee_id: first_name,
  first_name,
  last_name: 'Ortiz',
  has_account: true,
  push_gap: 'no_device',
  mail_gap: 'no_address',
  sms_gap: 'no_consent',
  ...more,
});

const open = (as: 'owner' | 'manager', people: ReachedPerson[] = []) =>
  openPart(<CompanyNotifications />, {
    namespaces: ['notifications', 'settings'],
    as,
    answers: {
      'POST rpc/company_notification_table': rules,
      'POST rpc/people_to_reach': people,
      'POST company_notification_rules': null,
    },
  });

const choice = () =>
  words('notifications:company.choice', {
    event: words('notifications:event.shift_published'),
    channel: words('notifications:channel.mail'),
  });

async function openEvents(user: Awaited<ReturnType<typeof open>>['user']): Promise<void> {
  const name = `${words('notifications:table.show')}: ${words('settings:notifications.projects')}`;
  await user.click(await screen.findByRole('button', { name }));
}

test('an owner decides for everyone after reading how many it concerns', async () => {
  const { user, backend } = await open('owner');
  await openEvents(user);
  await user.click(await screen.findByRole('combobox', { name: choice() }));
  await user.click(
    await screen.findByRole('option', { name: words('notifications:company.state.always') }),
  );
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('12 people');
  expect(backend.sent('POST company_notification_rules')).toEqual([]);
  await user.click(
    within(question).getByRole('button', { name: words('notifications:company.confirm') }),
  );
  await waitFor(() =>
    expect(backend.sent('POST company_notification_rules')).toEqual([
      {
        company_id: COMPANY_ID,
        event: 'shift_published',
        channel: 'mail',
        default_on: true,
        forced: true,
      },
    ]),
  );
});

test('a manager reads it', async () => {
  const { user } = await open('manager');
  await openEvents(user);
  expect(await screen.findByRole('combobox', { name: choice() })).toBeDisabled();
  expect(screen.getByText(words('notifications:company.ownersOnly'))).toBeVisible();
});

test('whom nothing reaches is shown first, with the way to change it', async () => {
  const { user } = await open('manager', [
    person('Ana', { mail_gap: null }),
    person('Luis', {}),
    person('Tom', { has_account: false }),
  ]);
  expect(await screen.findByText(words('notifications:people.way.consent'))).toBeVisible();
  expect(screen.getByText(words('notifications:people.way.invite'))).toBeVisible();
  expect(screen.queryByText(/Ana/)).toBeNull();
  expect(
    screen.getByText(words('notifications:people.countUnreached', { count: 2 })),
  ).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: words('notifications:people.filter') }));
  await user.click(await screen.findByRole('option', { name: words('notifications:people.all') }));
  expect(await screen.findByText(/Ana/)).toBeVisible();
});

test('says so when everyone is reached', async () => {
  await open('owner', [person('Ana', { push_gap: null })]);
  expect(await screen.findByText(words('notifications:people.allReached'))).toBeVisible();
});
