import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import SignCard from '@/features/payroll/components/sign-card';
import { openPart, words } from '@/testing/open';

const WEEK = { start: '2026-03-09', end: '2026-03-15' };
const LINE = {
  project_id: 'tower',
  cost_code_id: 'concrete',
  pay_code: 'REG',
  minutes: 2478,
  total_cents: 123_900,
} as unknown as ExplainedLine;

const change = (occurred_at: string, to: string) => ({
  occurred_at,
  action: 'updated',
  entity: 'time_entries',
  entity_id: 'entry',
  work_date: '2026-03-10',
  changed_by: 'Dana Whitfield',
  before: { clock_out: '2026-03-10T20:30:00Z' },
  after: { clock_out: to },
  reason: 'Left early',
});

const open = (answer: object[]) =>
  openPart(
    <SignCard companyId="company" employeeId="maria" range={WEEK} lines={[LINE]} running={false} />,
    {
      namespaces: ['payroll'],
      answers: {
        'GET timesheet_signatures': answer,
        'GET projects': [{ id: 'tower', name: 'Riverside Tower' }],
        'GET cost_codes': [{ id: 'concrete', code: '03 30 00', name: 'Cast-in-place concrete' }],
        'POST rpc/timesheet_changes': [
          change('2026-03-12T15:00:00Z', '2026-03-10T20:15:00Z'),
          change('2026-03-16T15:00:00Z', '2026-03-10T20:00:00Z'),
        ],
      },
    },
  );

test('hours, pay and the names of codes stand above the signature', async () => {
  await open([]);
  expect(await screen.findByText('41 h 18 min', { selector: 'dd' })).toBeVisible();
  expect(screen.getByText('$1,239.00', { selector: 'dd' })).toBeVisible();
  expect(await screen.findByText('Cast-in-place concrete', { exact: false })).toBeVisible();
  expect(
    await screen.findByText(words('payroll:sheet.changedByOthers', { count: 2 })),
  ).toBeVisible();
});

test('who signed before sees only what changed since', async () => {
  await open([
    {
      id: 'first',
      disputed: false,
      note: null,
      signed_at: '2026-03-15T15:00:00Z',
      invalidated_at: '2026-03-16T15:00:00Z',
    },
  ]);
  expect(await screen.findByText(/^Changed once since your answer/)).toBeVisible();
  expect(screen.getAllByText(words('payroll:sheet.reason', { reason: 'Left early' }))).toHaveLength(
    1,
  );
});
