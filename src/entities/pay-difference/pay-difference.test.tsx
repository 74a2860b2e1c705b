import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PayDifference } from '@/entities/pay-difference/pay-difference';
import { openPart } from '@/testing/open';

const PROJECT = '00000000-0000-7000-8000-0000000000aa';
const line = { work_date: '2026-03-13', project_id: PROJECT, cost_code_id: null };

test('shows each line with day, project, hours, kind and amount, and the sum of what is posted', async () => {
  await openPart(
    <PayDifference
      lines={[
        { ...line, pay_code: 'REG', minutes: -120, amount_cents: -4620, posted: true },
        { ...line, pay_code: 'OT', minutes: 120, amount_cents: 6930, posted: true },
        {
          ...line,
          work_date: '2026-03-16',
          pay_code: 'OT',
          minutes: 60,
          amount_cents: 3465,
          posted: false,
        },
      ]}
    />,
    {
      namespaces: ['common'],
      answers: {
        'GET projects': [{ id: PROJECT, name: 'Ridge School', status: 'active' }],
        'GET cost_codes': [],
      },
    },
  );
  expect((await screen.findAllByText(/Fri, Mar 13 · Ridge School/)).length).toBe(2);
  expect(screen.getByText(/^−2 h regular · -\$46\.20/)).toBeVisible();
  expect(screen.getByText(/^2 h overtime · \$69\.30/)).toBeVisible();
  expect(screen.getByText('$23.10')).toBeVisible();
  expect(screen.getByText(/change by \$34\.65 by themselves/)).toBeVisible();
});

test('time without a rate has no amount', async () => {
  await openPart(
    <PayDifference lines={[{ ...line, pay_code: 'REG', minutes: 60, amount_cents: null }]} />,
    {
      namespaces: ['common'],
      answers: { 'GET projects': [], 'GET cost_codes': [] },
    },
  );
  expect(await screen.findByText(/1 h regular · no rate yet/)).toBeVisible();
});
