import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PayrollResults } from '@/features/public-work/facts/payroll-results';
import { openPart, words } from '@/testing/open';

const period = (start: string, end: string, isCurrent: boolean) => ({
  start_date: start,
  end_date: end,
  is_current: isCurrent,
  status: 'open',
  locked_at: null,
});
const open = (periods: readonly object[], at = '/payroll?view=results') =>
  openPart(<PayrollResults />, {
    namespaces: ['payroll-facts', 'imports', 'import-faults'],
    at,
    answers: {
      'POST rpc/recent_pay_periods': periods,
      'POST rpc/pay_period_for': periods.slice(-1),
      'POST rpc/payroll_facts_compared': [],
      'GET payroll_facts': [],
      'GET payroll_fact_differences': [],
      'GET employees': [],
      'GET imports': [],
    },
  });

test('two weeks are asked about as a pay period', async () => {
  const { backend, user } = await open([
    period('2026-03-16', '2026-03-29', true),
    period('2026-03-02', '2026-03-15', false),
  ]);
  expect(await screen.findByText(words('payroll-facts:comparedPeriod.empty'))).toBeVisible();
  expect(backend.sent('POST rpc/payroll_facts_compared')).toContainEqual({
    week_end_param: '2026-03-15',
    period_start_param: '2026-03-02',
  });
  await user.click(screen.getByRole('button', { name: words('payroll-facts:results.before') }));
  expect(backend.sent('POST rpc/pay_period_for')).toContainEqual({ date_param: '2026-03-01' });
});

test('a pay period that is a week is asked about as a week', async () => {
  const { backend } = await open([
    period('2026-03-15', '2026-03-21', true),
    period('2026-03-08', '2026-03-14', false),
  ]);
  expect(await screen.findByText(words('payroll-facts:compared.empty'))).toBeVisible();
  expect(backend.sent('POST rpc/payroll_facts_compared')).toEqual([
    { week_end_param: '2026-03-14' },
  ]);
});
