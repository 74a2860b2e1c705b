import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PayrollPerson } from '@/features/payroll/api/queries';
import { LockDialog } from '@/features/payroll/components/lock-dialog';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const PERIOD = {
  start: '2026-03-09',
  end: '2026-03-15',
  locked: false,
  current: false,
  lockedAt: null,
};
const person = (employee_id: string, first_name: string, flags: string[] = []) =>
  ({
    employee_id,
    first_name,
    last_name: 'Lopez',
    flags,
    approval: 'approved',
    signature: 'signed',
  }) as unknown as PayrollPerson;

const open = (codes: unknown[], flags: string[] = []) =>
  openPart(
    <LockDialog
      companyId={COMPANY_ID}
      period={PERIOD}
      people={[person('maria', 'Maria'), person('ben', 'Ben', flags)]}
      onClose={() => undefined}
    />,
    {
      namespaces: ['payroll'],
      answers: {
        'GET time_entries': [{ employee_id: 'maria' }],
        'GET cost_codes': codes,
        'POST rpc/lock_pay_period': {},
      },
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

test('every issue is named, and unknown pay is locked only where its people were', async () => {
  const { user, backend } = await open([], ['no_rate', 'long_entry']);
  const names = { names: 'Ben Lopez' };
  expect(await screen.findByText(words('payroll:lock.noRate', names))).toBeVisible();
  expect(screen.getByText(words('payroll:lock.tooLong', names))).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('payroll:lock.action') }));
  await expect
    .poll(() => backend.sent('POST rpc/lock_pay_period'))
    .toMatchObject([{ unknown_pay_param: true }]);
});
