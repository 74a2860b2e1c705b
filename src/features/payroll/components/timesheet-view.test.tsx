import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TimesheetView } from '@/features/payroll/components/timesheet-view';
import { openPart, words } from '@/testing/open';

const line = (more: object) => ({
  week_start: '2026-11-08',
  work_date: '2026-11-09',
  project_id: 'p1',
  cost_code_id: 'c1',
  pay_code: 'REG',
  multiplier: 1,
  minutes: 480,
  rule: 'base',
  rules: [{ rule: 'base', threshold_minutes: null, minutes: 480 }],
  hourly_rate: 30,
  premium_cents: 0,
  total_cents: 24_000,
  paid_break_minutes: 0,
  auto_meal_minutes: 0,
  week_minutes: 480,
  week_regular_rate: 30,
  policy_preset: 'federal',
  ...more,
});

test('is printed with every line of pay, what was worked and what is paid', async () => {
  const period = {
    start: '2026-11-08',
    end: '2026-11-14',
    current: true,
    locked: false,
    lockedAt: null,
  };
  await openPart(
    <TimesheetView companyId="k" employeeId="e" periods={[period]} period={period} />,
    {
      namespaces: ['payroll'],
      as: 'employee',
      answers: {
        'POST rpc/timesheet_shown': { minutes: 0, days: [] },
        'POST rpc/payroll_explanation': [
          line({}),
          line({
            pay_code: 'PER_DIEM',
            project_id: null,
            cost_code_id: null,
            minutes: 0,
            rules: [],
            hourly_rate: null,
            total_cents: 5000,
          }),
        ],
        'GET forgotten_punches': [],
        'POST rpc/list_time_entries': {
          entries: [],
          summary: { entries: 0, minutes: 0, groups: [], running: [] },
        },
        'POST rpc/timesheet_changes': [],
        'GET timesheet_signatures': [],
        'GET pay_types': [],
        'GET projects': [{ id: 'p1', name: 'Harbor Point', status: 'active' }],
        'GET cost_codes': [{ id: 'c1', code: '03 30 00', name: 'Pour', active: true }],
      },
    },
  );
  await screen.findByRole('button', { name: words('payroll:sheet.pdf') });
  await screen.findByText(/Harbor Point/);
  window.dispatchEvent(new Event('beforeprint'));
  const rows = [...document.querySelectorAll('[data-print="sheet"] tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows.slice(1)).toEqual([
    ['Mon, Nov 9', 'Harbor Point · 03 30 00 Pour', 'Regular', '8:00', '30.00', '240.00', ''],
    ['Mon, Nov 9', '', 'Per diem', '', '', '', '50.00'],
    ['Total', 'Hours worked', '', '8:00', '', '240.00', '50.00'],
  ]);
});
