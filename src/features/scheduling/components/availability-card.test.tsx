import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AvailabilityCard } from '@/features/scheduling/components/availability-card';
import { openPart, words } from '@/testing/open';

const never = {
  id: 'one',
  weekday: 5,
  start_date: null,
  end_date: null,
  start_time: '07:30:00',
  end_time: '12:00:00',
  note: 'School',
};

const openCard = () =>
  openPart(<AvailabilityCard />, {
    namespaces: ['scheduling'],
    as: 'employee',
    answers: { 'GET availability': [never], 'POST availability': [], 'DELETE availability': [] },
  });

test('shows what is said and takes it back', async () => {
  const { user, backend } = await openCard();
  expect(await screen.findByText(/Every Friday · 7:30 AM – 12:00 PM · School/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Remove: Every Friday/ }));
  await waitFor(() => expect(backend.sent('DELETE availability')).toHaveLength(1));
});

test('times come in pairs and in order', async () => {
  const { user, backend } = await openCard();
  await user.type(
    await screen.findByLabelText(new RegExp(words('scheduling:availability.timeFrom'))),
    '3pm',
  );
  await user.click(screen.getByRole('button', { name: words('scheduling:availability.add') }));
  expect(await screen.findByText(words('scheduling:availability.timesWrong'))).toBeVisible();
  expect(backend.sent('POST availability')).toEqual([]);
  await user.type(
    screen.getByLabelText(new RegExp(words('scheduling:availability.timeTo'))),
    '5pm',
  );
  await user.click(screen.getByRole('button', { name: words('scheduling:availability.add') }));
  await waitFor(() =>
    expect(backend.sent('POST availability')).toMatchObject([
      { weekday: null, start_time: '15:00', end_time: '17:00' },
    ]),
  );
});
