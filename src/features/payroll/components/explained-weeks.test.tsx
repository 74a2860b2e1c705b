import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import { ExplainedWeeks } from '@/features/payroll/components/explained-weeks';
import { openPart } from '@/testing/open';

const line = (changes: Partial<ExplainedLine>) =>
  ({
    week_start: '2026-03-08',
    work_date: '2026-03-10',
    project_id: null,
    cost_code_id: null,
    rule: 'pay_item',
    rules: [],
    minutes: 0,
    hourly_rate: 24,
    paid_break_minutes: 0,
    auto_meal_minutes: 0,
    ...changes,
  }) as unknown as ExplainedLine;

test('an amount is never explained as no hours at a rate', async () => {
  await openPart(
    <ExplainedWeeks
      lines={[
        line({ pay_code: 'BONUS_ND', total_cents: 6600 }),
        line({ pay_code: 'MEAL_PREM', rule: 'meal_premium', hourly_rate: null, total_cents: 2400 }),
        line({ pay_code: 'PTO', minutes: 480, total_cents: 19_200 }),
      ]}
    />,
    {
      namespaces: ['payroll'],
      answers: { 'GET pay_types': [], 'GET projects': [], 'GET cost_codes': [] },
    },
  );
  expect(await screen.findByText('Bonus, promised · $66.00')).toBeVisible();
  expect(screen.getByText('Missed meal break · $24.00')).toBeVisible();
  expect(screen.getByText('Paid time off · 8 h · $192.00')).toBeVisible();
  expect(screen.queryByText(/0 min at/)).toBeNull();
});
