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
      flat_sum: true,
    },
  ]);
});

test('a bonus says whether it is a flat sum; other pay does not', async () => {
  const { user, backend } = await open(false);
  backend.answer({ 'POST pay_items': null });
  const form = await screen.findByRole('form', { name: words('payroll:items.add') });
  const choose = async (field: string, option: string) => {
    await user.click(within(form).getByRole('combobox', { name: words(field) }));
    await user.click(await screen.findByRole('option', { name: words(option) }));
  };
  const add = async () => {
    await user.type(within(form).getByLabelText(words('payroll:items.amount')), '200');
    await user.click(within(form).getByRole('button', { name: words('payroll:items.add') }));
    await screen.findAllByText(words('payroll:items.added'));
  };
  await choose('payroll:items.flatSum', 'payroll:items.bonus.earned');
  await add();
  await choose('payroll:items.kind', 'payroll:items.code.MILEAGE');
  expect(within(form).queryByRole('combobox', { name: words('payroll:items.flatSum') })).toBeNull();
  await add();
  expect(backend.sent('POST pay_items')).toMatchObject([
    { pay_code: 'BONUS_ND', flat_sum: false },
    { pay_code: 'MILEAGE', flat_sum: false },
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
