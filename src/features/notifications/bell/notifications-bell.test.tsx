import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BellRow } from '@/features/notifications/api/bell';
import { BellGate } from '@/features/notifications/bell-gate';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const HOUR_MS = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

let made = 0;
const row = (more: Partial<BellRow>): BellRow => ({
  id: `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  event: 'shift_published',
  template: 'shift_published',
  data: {},
  path: '/scheduling',
  created_at: ago(0),
  read_at: null,
  ...more,
});

const open = async (rows: unknown, language: 'en' | 'es' = 'en') => {
  const opened = await openPart(<BellGate besideMenu={false} />, {
    namespaces: ['bell'],
    as: 'employee',
    language,
    answers: { 'GET notifications': rows, 'GET quiet_hours': [] },
  });
  const bell = await screen.findByRole('button', { name: new RegExp(words('bell:title')) });
  return { ...opened, bell };
};

test('counts what is unread, shows it by day, and a press opens it and marks it read', async () => {
  const unread = row({
    event: 'time_edited',
    template: 'project_added',
    data: { project_name: 'Riverside' },
    path: '/projects',
  });
  const { user, backend, bell } = await open([
    unread,
    row({ created_at: ago(30), read_at: ago(29) }),
  ]);
  await waitFor(() => expect(bell).toHaveAccessibleName(/1 unread/));
  await user.click(bell);
  const panel = await screen.findByRole('dialog', { name: words('bell:title') });
  expect(await within(panel).findByText(words('bell:today'))).toBeVisible();
  backend.answer({ 'POST rpc/mark_notifications_read': 1 });
  const link = await within(panel).findByRole('link', { name: /Riverside/ });
  expect(link).toHaveAttribute('href', '/projects');
  await user.click(link);
  await waitFor(() =>
    expect(backend.sent('POST rpc/mark_notifications_read')).toEqual([{ ids_param: [unread.id] }]),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('marks all as read', async () => {
  const { user, backend, bell } = await open([row({}), row({})]);
  backend.answer({ 'POST rpc/mark_notifications_read': 2 });
  await user.click(bell);
  await user.click(await screen.findByRole('button', { name: words('bell:markAll') }));
  await waitFor(() => expect(backend.sent('POST rpc/mark_notifications_read')).toEqual([{}]));
});

test('what a newer version sent has a sentence of its own, and Escape gives the focus back', async () => {
  const { user, bell } = await open([row({ template: 'from_the_future', path: null })], 'es');
  await user.click(bell);
  expect(await screen.findByText(words('bell:unknownText'))).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(bell).toHaveFocus());
});

test('says that there is nothing', async () => {
  const { user, bell } = await open([]);
  await user.click(bell);
  expect(await screen.findByText(words('bell:empty.title'))).toBeVisible();
});

test('says that they could not be loaded, and tries again', async () => {
  const { user, backend, bell } = await open(new Refusal(403, { message: 'no' }));
  await user.click(bell);
  expect(await screen.findByText(words('bell:failed'))).toBeVisible();
  backend.answer({ 'GET notifications': [row({ path: null })] });
  await user.click(screen.getByRole('button', { name: words('common:action.tryAgain') }));
  expect(await screen.findByRole('button', { name: words('bell:markAll') })).toBeVisible();
});
