import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HourValues } from '@/entities/hour-value/hour-values';
import { LateHourValues } from '@/entities/hour-value/late-hour-values';
import { openPart, words } from '@/testing/open';

const PROJECT = '00000000-0000-7000-8000-0000000000aa';
const range = { start: '2026-03-09', end: '2026-03-15' };
const value = {
  project_id: PROJECT,
  classification_id: 'c1',
  classification_name: 'Carpenter',
  classification_name_es: 'Carpintero',
  first_date: '2026-03-09',
  last_date: '2026-03-13',
  minutes: 2400,
  rate_reason: 'topped_up',
  level: null,
  percent: null,
  required_base: 30,
  required_fringe: 12.5,
  own_rate: 25,
  hourly_rate: 30,
  overtime_rate: 45,
  cash: 8.75,
  plans: [{ name: 'Health', kind: 'health', credit: 3.75 }],
  plan_credit: 3.75,
  required_total: 42.5,
  paid_total: 42.5,
};
const projects = [{ id: PROJECT, name: 'Harbor school', status: 'active' }];

test('says what an hour requires, what is paid, and why', async () => {
  await openPart(<HourValues employeeId="e1" range={range} />, {
    namespaces: ['hour-value'],
    answers: { 'GET projects': projects, 'POST rpc/hour_values': [value] },
  });
  expect(await screen.findByText('Carpenter · Harbor school')).toBeVisible();
  expect(screen.getAllByText('$42.50')).toHaveLength(2);
  expect(screen.getByText('Health (benefit plan)')).toBeVisible();
  expect(screen.getByText('$8.75')).toBeVisible();
  expect(screen.getByText(/own rate of \$25\.00 was raised/)).toBeVisible();
  expect(screen.getByText(/overtime hour at this rate pays \$45\.00/)).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

test('says what of an hour is missing, and the step of an apprentice', async () => {
  await openPart(<HourValues employeeId="e1" range={range} />, {
    namespaces: ['hour-value'],
    answers: {
      'GET projects': projects,
      'POST rpc/hour_values': [
        { ...value, rate_reason: 'apprentice', level: '3rd period', percent: 60, paid_total: 40 },
      ],
    },
  });
  expect(await screen.findByText(/Apprentice, 3rd period: 60%/)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('$2.50');
});

test('asks for nothing where there is no public work, or pay is not shown', async () => {
  const { backend } = await openPart(
    <LateHourValues
      employeeId="e1"
      range={range}
      lines={[
        { classification_id: null, total_cents: 100 },
        { classification_id: 'c1', total_cents: null },
      ]}
    />,
    { namespaces: ['hour-value'], answers: {} },
  );
  expect(screen.queryByText(words('hour-value:title'))).toBeNull();
  expect(backend.sent('POST rpc/hour_values')).toEqual([]);
});
