import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OvertimeExceptions } from '@/features/settings/components/overtime-exceptions';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const PROJECT = '00000000-0000-7000-8000-0000000000aa';
const OMAR = '00000000-0000-7000-8000-0000000000bb';
const ANSWERS = {
  'GET overtime_policies': [
    {
      id: 'rule',
      preset: 'UNION_8_SAT_SUN',
      effective_from: '2026-03-01',
      project_id: PROJECT,
      employee_id: null,
    },
    {
      id: 'exempt',
      preset: 'NONE',
      effective_from: '2026-01-01',
      project_id: null,
      employee_id: OMAR,
    },
    {
      id: 'both',
      preset: 'AK',
      effective_from: '2026-02-01',
      project_id: PROJECT,
      employee_id: OMAR,
    },
  ],
  'GET projects': [{ id: PROJECT, name: 'Union Depot', status: 'active', archived_at: null }],
  'GET employees': [{ id: OMAR, first_name: 'Omar', last_name: 'Diaz', active: true }],
};
const open = () =>
  openPart(<OvertimeExceptions companyId={COMPANY_ID} today="2026-03-09" />, {
    namespaces: ['settings'],
    answers: ANSWERS,
  });

test('a rule of one project is named by project and preset, and can be taken back', async () => {
  const { user, backend } = await open();
  await screen.findByText(/^Union Depot: Union: 8 hours, Saturday, Sunday since/);
  backend.answer({ 'POST rpc/remove_overtime_policy': null });
  await user.click(screen.getByRole('button', { name: /^Remove the rule: Union Depot/ }));
  expect(await screen.findByText(words('settings:exceptions.removed'))).toBeVisible();
  expect(backend.sent('POST rpc/remove_overtime_policy')).toEqual([{ policy_id_param: 'rule' }]);
});

test('a rule for nobody is not sent', async () => {
  const { user, backend } = await open();
  const form = await screen.findByRole('form', { name: words('settings:exceptions.add') });
  await user.click(within(form).getByRole('button', { name: words('settings:exceptions.add') }));
  expect(within(form).getByText(words('settings:exceptions.targetMissing'))).toBeVisible();
  expect(backend.sent('POST rpc/set_overtime_policy')).toEqual([]);
});

test('rules stand in the order in which they win, each with what it wins over', async () => {
  await open();
  await screen.findByText(/^Omar Diaz on Union Depot: Alaska/);
  const rules = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(rules).toEqual([
    expect.stringMatching(/^Omar Diaz on Union Depot: .*Wins over every other rule/),
    expect.stringMatching(/^Omar Diaz: No overtime .*except on Union Depot/),
    expect.stringMatching(/^Union Depot: Union: .*except for Omar Diaz/),
  ]);
});

test('a rule for one person on one project names both', async () => {
  const { user, backend } = await open();
  const form = await screen.findByRole('form', { name: words('settings:exceptions.add') });
  await user.click(
    within(form).getByRole('combobox', { name: words('settings:exceptions.scope') }),
  );
  await user.click(await screen.findByRole('option', { name: words('settings:exceptions.both') }));
  await user.click(
    within(form).getByRole('combobox', { name: words('settings:exceptions.employee') }),
  );
  await user.click(await screen.findByRole('option', { name: /Omar Diaz/ }));
  await user.click(
    within(form).getByRole('combobox', { name: words('settings:exceptions.project') }),
  );
  await user.click(await screen.findByRole('option', { name: /Union Depot/ }));
  backend.answer({ 'POST rpc/set_overtime_policy': null });
  await user.click(within(form).getByRole('button', { name: words('settings:exceptions.add') }));
  await screen.findByText(words('settings:company.policySaved'));
  expect(backend.sent('POST rpc/set_overtime_policy')).toEqual([
    expect.objectContaining({ project_id_param: PROJECT, employee_id_param: OMAR }),
  ]);
});
