import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RoundingCard } from '@/features/settings/components/rounding-card';
import { openPart, words } from '@/testing/open';

const person = (name: string, exact: number, rounded: number) => ({
  employee_id: name,
  first_name: name,
  last_name: 'Ortiz',
  exact_minutes: exact,
  rounded_minutes: rounded,
  difference_minutes: rounded - exact,
});

const show = async (rows: readonly object[]) => {
  const { user, backend } = await openPart(<RoundingCard today="2026-03-31" />, {
    namespaces: ['settings'],
    answers: { 'POST rpc/rounding_report': rows },
  });
  expect(backend.sent('POST rpc/rounding_report')).toEqual([]);
  await user.click(screen.getByRole('button', { name: words('settings:rounding.show') }));
  return backend;
};

test('says what workers lost in all, and person by person', async () => {
  const backend = await show([person('Ana', 487, 480), person('Luis', 471, 475)]);
  expect(await screen.findByText('Workers lost 3 min to rounding.')).toBeVisible();
  expect(screen.getByText('−0:07')).toBeVisible();
  expect(screen.getByText('+0:04')).toBeVisible();
  expect(backend.sent('POST rpc/rounding_report')).toEqual([
    { start_date_param: '2026-03-01', end_date_param: '2026-03-31' },
  ]);
});

test('says when it evened out', async () => {
  await show([person('Ana', 487, 480), person('Luis', 473, 480)]);
  expect(await screen.findByText(words('settings:rounding.even'))).toBeVisible();
});

test('no completed time is not "evened out"', async () => {
  await show([]);
  expect(await screen.findByText(words('settings:rounding.none'))).toBeVisible();
  expect(screen.queryByText(words('settings:rounding.even'))).toBeNull();
});
