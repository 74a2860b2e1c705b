import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CertifiedPayrollsCard } from '@/features/my-status/components/certified-payrolls-card';
import { row } from '@/testing/certified-payroll';
import { openPart, words } from '@/testing/open';

const namespaces = ['my-certified-payroll'] as const;
const report = (own_rows: unknown[], changes = {}) => ({
  certified_payroll_id: 'r1',
  project_name: 'Harbor school',
  week_end: '2026-03-15',
  number: 4,
  revision: 0,
  newest: true,
  signed_name: 'Dana Whitfield',
  signed_title: 'Controller',
  signed_at: '2026-03-20T15:04:05Z',
  own_rows,
  ...changes,
});

test('a worker reads the own row in sentences', async () => {
  const { user } = await openPart(<CertifiedPayrollsCard />, {
    namespaces,
    as: 'employee',
    answers: {
      'POST rpc/my_certified_payrolls': [
        report([row(1, { kind: 'RA', level: '3rd period', cash_in_lieu: '30.00' })]),
        report([row(1)], { certified_payroll_id: 'r0', revision: 1, newest: false }),
      ],
    },
  });
  const [open] = await screen.findAllByText('Week ending 03/15/2026');
  await user.click(open as HTMLElement);
  const text = within((open as HTMLElement).closest('details') as HTMLElement);
  for (const line of [
    'It says you worked as Carpenter, as an apprentice (3rd period).',
    'Hours on this project: 40.00.',
    'You were paid $30.00 an hour, and $45.00 an hour of overtime.',
    'In place of fringe benefits you were paid $30.00 in cash. It is part of your pay below.',
    'Your company paid $500.00 into benefit plans for you. It is not on your check.',
    'That makes $1,200.00 before taxes on this project.',
    'Paid out to you: $943.20.',
    'Signed by Dana Whitfield, Controller, on 03/20/2026',
  ]) {
    expect(text.getByText(line)).toBeVisible();
  }
  expect(screen.getByText(words('my-certified-payroll:replaced'))).toBeVisible();
  expect(document.body.textContent).not.toMatch(/complian(t|ce)/i);
});

test('where the company hides pay, the hours stay and amounts are left out', async () => {
  const { classification, kind, level, days, total, total_ot, total_dt } = row(1);
  await openPart(<CertifiedPayrollsCard />, {
    namespaces,
    as: 'employee',
    answers: {
      'POST rpc/my_certified_payrolls': [
        report([{ classification, kind, level, days, total, total_ot, total_dt }]),
      ],
    },
  });
  expect(await screen.findByText('Hours on this project: 40.00.')).toBeInTheDocument();
  expect(screen.getByText(words('my-certified-payroll:hidden'))).toBeInTheDocument();
  expect(document.body.textContent).not.toContain('$');
});

test('who is in no report sees no card', async () => {
  const { backend } = await openPart(<CertifiedPayrollsCard />, {
    namespaces,
    as: 'employee',
    answers: { 'POST rpc/my_certified_payrolls': [] },
  });
  await expect.poll(() => backend.requests.length).toBeGreaterThan(0);
  expect(screen.queryByText(words('my-certified-payroll:title'))).toBeNull();
});
