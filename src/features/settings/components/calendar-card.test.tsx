import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CalendarCard } from '@/features/settings/components/calendar-card';
import { openPart, words } from '@/testing/open';

test('an address is made, shown once with the key in it, and ended', async () => {
  let madeAt: string | null = null;
  const { user } = await openPart(<CalendarCard />, {
    namespaces: ['settings'],
    as: 'employee',
    answers: {
      'POST rpc/my_calendar_feed': () => madeAt,
      'POST rpc/create_calendar_feed': () => {
        madeAt = '2026-03-11T11:00:00Z';
        return 'abc123';
      },
      'POST rpc/revoke_calendar_feed': () => {
        madeAt = null;
        return null;
      },
    },
  });
  expect(await screen.findByText(words('settings:calendar.none'))).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('settings:calendar.create') }));
  const address = new URL(
    ((await screen.findByLabelText(words('settings:calendar.address'))) as HTMLInputElement).value,
  );
  expect(address.pathname).toBe('/rest/v1/rpc/calendar_feed');
  expect(address.searchParams.get('token_param')).toBe('abc123');
  expect(address.searchParams.get('apikey')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: words('settings:calendar.revoke') }));
  expect(await screen.findByText(words('settings:calendar.none'))).toBeVisible();
});
