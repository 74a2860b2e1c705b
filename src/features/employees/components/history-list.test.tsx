import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HistoryList } from '@/features/employees/components/history-list';
import { openPart } from '@/testing/open';

test('a link to a new password is in the history of its person', async () => {
  const person = { first_name: 'Iker', recovery_made_at: null };
  await openPart(<HistoryList employeeId="iker" />, {
    namespaces: ['employees', 'projects', 'cost-codes'],
    answers: {
      'GET projects': [],
      'GET cost_codes': [],
      'POST rpc/employee_history': [
        {
          occurred_at: '2026-03-10T12:00:00Z',
          actor_name: 'Marcus Bell',
          entity: 'employees',
          action: 'updated',
          before: person,
          after: { ...person, recovery_made_at: '2026-03-10T12:00:00Z' },
        },
      ],
    },
  });
  expect(await screen.findByText('Password link made:')).toBeVisible();
});
