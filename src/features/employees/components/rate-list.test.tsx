import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EmployeesScreen } from '@/features/employees/employees-screen';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID } from '@/testing/people';

const person = (id: string, first_name: string, active = true) => ({
  ...{ id, user_id: null, first_name, last_name: 'Ruiz', role: 'employee', active },
});
const rate = (employee_id: string, hourly_rate: number, effective_from: string, more = {}) => ({
  ...{ id: `${employee_id} ${effective_from} ${hourly_rate}`, employee_id, hourly_rate },
  ...{ effective_from, project_id: null, cost_code_id: null, ...more },
});

const open = (rights: readonly string[]) =>
  openPart(<EmployeesScreen packets={() => null} />, {
    namespaces: ['employees'],
    as: 'employee',
    viewer: {
      company_role: { id: 'r', name: 'Clerk', scope: 'group', rights } as never,
    },
    answers: {
      'POST rpc/my_team': [],
      'GET employees': [
        person('ana', 'Ana'),
        person('beto', 'Beto'),
        person('gone', 'Gone', false),
        person(EMPLOYEE_ID, 'Me'),
      ],
      'GET projects': [{ id: 'p1', name: 'Riverside', status: 'active', archived_at: null }],
      'GET cost_codes': [],
      'GET employee_rates': [
        rate('ana', 99, '2999-01-01'),
        rate('ana', 31.5, '2026-01-01'),
        rate('ana', 28, '2025-01-01'),
        rate('ana', 40, '2026-01-01', { project_id: 'p1' }),
        rate(EMPLOYEE_ID, 77, '2026-01-01'),
      ],
    },
  });

test('a role that sees rates has those of today, of everybody it covers but oneself', async () => {
  await open(['see_rates']);
  const list = within(await screen.findByRole('table', { name: words('employees:rates.title') }));
  expect(await list.findByText('$31.50')).toBeVisible();
  expect(list.getByText(/Riverside/)).toHaveTextContent('Riverside: $40.00');
  expect(list.getByText(words('employees:noRate'))).toBeVisible();
  for (const other of ['$28.00', '$99.00', '$77.00', 'Gone Ruiz'])
    expect(list.queryByText(other)).toBeNull();
});

test('without that right nobody asks for rates', async () => {
  const { backend } = await open(['edit_time']);
  await screen.findByText(words('employees:empty.alone'));
  expect(backend.sent('GET employee_rates')).toEqual([]);
  expect(screen.queryByText(words('employees:rates.title'))).toBeNull();
});
