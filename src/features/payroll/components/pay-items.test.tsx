import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PayItems } from '@/features/payroll/components/pay-items';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID, EMPLOYEE_ID } from '@/testing/people';

const RANGE = { start: '2026-03-08', end: '2026-03-14' };
const ITEM = {
  id: 'item',
  work_date: '2026-03-10',
  pay_code: 'PER_DIEM',
  amount_cents: 6500,
  minutes: 0,
  note: 'Denver',
};
const open = (locked: boolean, items: unknown[] = [], types: unknown[] = []) =>
  openPart(
    <PayItems companyId={COMPANY_ID} employeeId={EMPLOYEE_ID} range={RANGE} locked={locked} />,
    { namespaces: ['payroll'], answers: { 'GET pay_items': items, 'GET pay_types': types } },
  );

test('a bonus needs an amount and a day of the period; then it is sent in cents', async () => {
  const { user, backend } = await open(false);
  const form = await screen.findByRole('form', { name: words('payroll:items.add') });
  const add = within(form).getByRole('button', { name: words('payroll:items.add') });
  await user.click(add);
  expect(within(form).getByText(words('payroll:items.amountWrong'))).toBeVisible();
  expect(backend.sent('POST pay_items')).toEqual([]);

  backend.answer({ 'POST pay_items': null });
  await user.type(within(form).getByLabelText(words('payroll:items.amount')), '$1,250.50');
  await user.click(add);
  expect(await screen.findByText(words('payroll:items.added'))).toBeVisible();
  expect(backend.sent('POST pay_items')).toMatchObject([
    {
      employee_id: EMPLOYEE_ID,
      pay_code: 'BONUS_ND',
      work_date: '2026-03-14',
      amount_cents: 125_050,
    },
  ]);
});

test('a locked period shows what was paid and offers no change', async () => {
  await open(true, [ITEM]);
  expect(await screen.findByText('Denver')).toBeVisible();
  expect(screen.getByText('$65.00')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('pay is called as the company calls it, and what it archived is not offered', async () => {
  const type = (code: string, name: string, active = true) => ({
    code,
    name,
    name_es: null,
    active,
  });
  const types = [type('PER_DIEM', 'Camp money'), type('BONUS_ND', 'Bonus', false)];
  const { user } = await open(false, [ITEM], types);
  expect(await screen.findByText(/^Camp money, /)).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: words('payroll:items.kind') }));
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(options).toContain('Camp money');
  expect(options).not.toContain('Bonus');
});
