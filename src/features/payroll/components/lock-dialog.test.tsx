import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PayrollPerson } from '@/features/payroll/api/queries';
import { LockDialog } from '@/features/payroll/components/lock-dialog';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const PERIOD = { start: '2026-03-09', end: '2026-03-15', locked: false, current: false };
const person = (employee_id: string, first_name: string) =>
  ({
    employee_id,
    first_name,
    last_name: 'Lopez',
    flags: [],
    approval: 'approved',
    signature: 'signed',
  }) as unknown as PayrollPerson;

const open = (codes: unknown[]) =>
  openPart(
    <LockDialog
      companyId={COMPANY_ID}
      period={PERIOD}
      people={[person('maria', 'Maria'), person('ben', 'Ben')]}
      onClose={() => undefined}
    />,
    {
      namespaces: ['payroll'],
      answers: { 'GET time_entries': [{ employee_id: 'maria' }], 'GET cost_codes': codes },
    },
  );

test('who has time without a project or cost code is named before the lock', async () => {
  await open([{ id: 'code', code: '06 10 00', name: 'Rough carpentry', active: true }]);
  expect(
    await screen.findByText(words('payroll:lock.noPlace', { names: 'Maria Lopez' })),
  ).toBeVisible();
});

test('a company without cost codes is not asked for them', async () => {
  await open([]);
  expect(await screen.findByText(words('payroll:lock.text'))).toBeVisible();
  expect(screen.queryByText(/Maria Lopez/)).toBeNull();
});
