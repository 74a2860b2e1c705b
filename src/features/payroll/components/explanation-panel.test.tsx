import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ExplainedLine, PayrollPerson } from '@/features/payroll/api/queries';
import { ExplanationPanel } from '@/features/payroll/components/explanation-panel';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const PERIOD = {
  start: '2026-03-08',
  end: '2026-03-14',
  locked: false,
  current: false,
  lockedAt: null,
};
const PERSON = {
  employee_id: 'maria',
  first_name: 'Maria',
  last_name: 'Lopez',
  flags: [],
  days_worked: 1,
  days_approved: 0,
  signature: 'none',
} as unknown as PayrollPerson;
const line = (work_date: string) =>
  ({
    week_start: '2026-03-08',
    work_date,
    pay_code: 'REG',
    minutes: 240,
    rules: [],
    hourly_rate: 30,
    total_cents: 12_000,
    paid_break_minutes: 0,
    auto_meal_minutes: 0,
  }) as unknown as ExplainedLine;

test('the second day of a night shift has no button: it is approved with the day it began on', async () => {
  await openPart(
    <ExplanationPanel
      companyId={COMPANY_ID}
      period={PERIOD}
      person={PERSON}
      onClose={() => undefined}
    />,
    {
      namespaces: ['payroll'],
      answers: {
        'GET timesheet_signatures': [],
        'GET device_keys': [],
        'POST rpc/payroll_explanation': [line('2026-03-10'), line('2026-03-11')],
        'GET approvals': [],
        'GET time_entries': [{ work_date: '2026-03-10' }],
        'GET pay_items': [],
        'GET pay_types': [],
        'GET projects': [],
        'GET cost_codes': [],
      },
    },
  );
  expect(await screen.findByText(words('payroll:approve.withDayBefore'))).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Approve (?!all)/ })).toHaveLength(1);
});
