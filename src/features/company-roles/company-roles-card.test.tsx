import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RIGHTS } from '@/entities/company-role/rights';
import { CompanyRolesCard } from '@/features/company-roles/company-roles-card';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const ROLE = {
  id: 'r1',
  company_id: 'company-1',
  name: 'Timekeeper',
  base: 'employee',
  rights: ['edit_time'],
  scope: 'own_crews',
  group_id: null,
  created_at: '2026-11-01T00:00:00Z',
};
const ANA = {
  id: 'ana',
  user_id: null,
  first_name: 'Ana',
  last_name: 'Ruiz',
  role: 'employee',
  active: true,
};

const open = (as: 'owner' | 'manager' = 'owner', roles: unknown[] = [ROLE]) =>
  openPart(<CompanyRolesCard />, {
    namespaces: ['company-roles'],
    as,
    answers: {
      'GET company_roles': roles,
      'GET employee_groups': [],
      'GET employee_group_members': [],
      'GET employees': [ANA],
      'GET projects': [],
      'POST company_roles': null,
      'DELETE company_roles': new Refusal(400, {
        hint: 'role_in_use',
        message: 'People have this role.',
      }),
      'POST rpc/what_would_see': RIGHTS.map((right_name) => ({
        right_name,
        given: right_name === 'edit_time',
        everyone: false,
        by_project: false,
        people: right_name === 'edit_time' ? ['ana'] : [],
        projects: [],
      })),
    },
  });

test('a role has a name and a right; what its scope does not allow is not offered', async () => {
  const { user, backend } = await open('owner', []);
  await user.click(await screen.findByRole('button', { name: words('company-roles:role.add') }));
  const dialog = await screen.findByRole('dialog');
  const save = within(dialog).getByRole('button', { name: words('common:action.save') });
  await user.click(save);
  expect(within(dialog).getByText(words('company-roles:required.name'))).toBeVisible();
  expect(within(dialog).getByText(words('company-roles:required.rights'))).toBeVisible();
  expect(
    within(dialog).getByRole('switch', { name: words('company-roles:right.payroll') }),
  ).toBeDisabled();
  await user.type(within(dialog).getByLabelText(words('company-roles:role.name')), 'Timekeeper');
  await user.click(
    within(dialog).getByRole('switch', { name: words('company-roles:right.edit_time') }),
  );
  await user.click(save);
  await screen.findByText(words('company-roles:role.saved'));
  expect(backend.sent('POST company_roles')).toMatchObject([
    {
      name: 'Timekeeper',
      base: 'employee',
      rights: ['edit_time'],
      scope: 'own_crews',
      group_id: null,
    },
  ]);
});

test('a role in use stays, and the card says why', async () => {
  const { user } = await open();
  await user.click(
    await screen.findByRole('button', {
      name: words('company-roles:deleteNamed', { name: 'Timekeeper' }),
    }),
  );
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', {
      name: words('common:action.delete'),
    }),
  );
  expect(await screen.findByText(words('company-roles:failure.role_in_use'))).toBeVisible();
});

test('managers keep groups and see what somebody would see; roles are for owners', async () => {
  const { user } = await open('manager');
  await screen.findByText('Timekeeper');
  expect(screen.queryByRole('button', { name: words('company-roles:role.add') })).toBeNull();
  expect(screen.getByRole('button', { name: words('company-roles:group.new') })).toBeEnabled();
  await user.click(screen.getByRole('combobox', { name: words('company-roles:matrix.person') }));
  await user.click(await screen.findByRole('option', { name: /Ana Ruiz/ }));
  const matrix = await screen.findByRole('list', { name: 'Ana Ruiz' });
  const lines = within(matrix).getAllByRole('listitem');
  expect(lines).toHaveLength(RIGHTS.length);
  expect(lines[0]).toHaveTextContent('Ana Ruiz');
  expect(lines[1]).toHaveTextContent(words('company-roles:matrix.no'));
});
