import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FringeTab } from '@/features/public-work/fringe/fringe-tab';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const plan = {
  company_id: COMPANY_ID,
  id: 'p1',
  name: 'Medical',
  kind: 'health',
  plan_number: '501',
  funded: true,
  approval: null,
  approved_by: null,
  approved_on: null,
  cost_amount: 650,
  cost_period: 'month',
  hours_basis: 2080,
  hourly_credit: 3.75,
  from_date: '2026-01-01',
  to_date: null,
  evidence: null,
};
const person = (id: string, first_name: string) => ({
  id,
  user_id: null,
  first_name,
  last_name: 'Diaz',
  role: 'employee',
  active: true,
});
const covered = {
  project_id: 'j1',
  project_name: 'Pier 9',
  regime: 'ca',
  top_up: true,
  classification_id: 'k1',
  class_name: 'Carpenter',
  class_name_es: 'Carpintero',
  employee_id: 'e1',
  first_name: 'Ana',
  last_name: 'Diaz',
  level: null,
  fringe: 12.5,
  credit: 3.75,
  plans: [{ plan_id: 'p1', name: 'Medical', kind: 'health', credit: 3.75 }],
  cash: 8.75,
  cash_rule: 'rest',
  open: 0,
  training: false,
};
const answers = {
  'GET fringe_plans': [plan, { ...plan, id: 'p2', name: 'Own fund', funded: false }],
  'GET employee_fringe_plans': [
    { id: 'm1', employee_id: 'e1', plan_id: 'p1', from_date: '2026-01-01', to_date: null },
  ],
  'POST rpc/fringe_coverage': [covered],
  'GET employees': [person('e1', 'Ana'), person('e2', 'Bo'), person('e3', 'Cy')],
};
const open = (more = {}) =>
  openPart(<FringeTab />, { answers: { ...answers, ...more }, namespaces: ['fringe'] });

test('A-17 on the screen: what plans credit, what is paid in cash, and what does not count', async () => {
  await open();
  const medical = (await screen.findByRole('button', { name: 'Medical' })).closest('tr, li');
  expect(within(medical as HTMLElement).getByText('$3.75')).toBeVisible();
  expect(screen.getByText(words('fringe:state.notApproved'))).toBeVisible();
  expect(await screen.findByText('$8.75')).toBeVisible();
  expect(screen.getByText(words('fringe:rule.rest'))).toBeVisible();
  expect(screen.getByText(words('fringe:coverage.noTraining'))).toBeVisible();
});

test('a cost by month needs the hours of a year; a proposal shows how it was computed', async () => {
  const { user, backend } = await open({
    'POST rpc/fringe_hours': [
      {
        employee_id: 'e1',
        first_name: 'Ana',
        last_name: 'Diaz',
        in_plan: false,
        first_date: '2025-12-01',
        last_date: '2026-11-01',
        public_hours: 1600,
        private_hours: 480,
        days: 365,
        yearly_hours: 2080,
      },
    ],
    'POST fringe_plans': [],
  });
  await user.click(await screen.findByRole('button', { name: words('fringe:plan.new') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(words('fringe:plan.name')), 'Health');
  await user.type(dialog.getByLabelText(words('fringe:plan.cost')), '650');
  await user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  expect(dialog.getByText(words('fringe:required.hours'))).toBeVisible();
  expect(backend.sent('POST fringe_plans')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: words('fringe:proposal.open') }));
  expect(
    await dialog.findByText(/2,080 hours in the last 12 months: 1,600 on public work and 480/),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Use 2,080 hours' }));
  expect(dialog.getByText(/\$650.00 × 12 months ÷ 2,080 hours/)).toHaveTextContent('$3.75 an hour');
  await user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  await expect
    .poll(() => backend.sent('POST fringe_plans'))
    .toMatchObject([{ name: 'Health', cost_amount: 650, cost_period: 'month', hours_basis: 2080 }]);
});

test('many people are added at once; who is refused stays ticked with the reason', async () => {
  const { user, backend } = await open({
    'POST rpc/save_rows': [
      { result: 'new', reason: null, message: null },
      { result: 'error', reason: 'employee_fringe_plans_once_at_a_time', message: '' },
    ],
  });
  await user.click(
    within(
      (await screen.findByRole('button', { name: 'Medical' })).closest('tr, li') as HTMLElement,
    ).getByRole('button', { name: '1 person' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByLabelText('Bo Diaz')).toBeVisible();
  expect(dialog.queryByLabelText('Ana Diaz')).toBeNull();
  await user.click(dialog.getByRole('button', { name: words('fringe:people.allOf') }));
  await user.click(dialog.getByRole('button', { name: 'Add 2 people' }));
  expect(
    await dialog.findByText(
      `Cy Diaz: ${words('fringe:failure.employee_fringe_plans_once_at_a_time')}`,
    ),
  ).toBeVisible();
  expect(dialog.getByLabelText('Cy Diaz')).toBeChecked();
  expect(dialog.getByLabelText('Bo Diaz')).not.toBeChecked();
  expect(backend.sent('POST rpc/save_rows')).toMatchObject([
    { list_param: 'employee_fringe_plans', rows_param: [{ new: true }, { new: true }] },
  ]);
});
