import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProgressScreen } from '@/features/progress/progress-screen';
import { type AskedRequest, Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const code = (quantity: number) => ({
  cost_code_id: 'k1',
  code: '03 11 00',
  name: 'Forming',
  code_group: 'Concrete',
  unit: 'SF',
  budget_quantity: 100,
  previous_quantity: 10,
  quantity,
  cumulative_quantity: 10 + quantity,
  unapproved_quantity: 0,
  percent_complete: 10 + quantity,
  actual_hours: 5,
  earned_hours: 4,
  productivity_factor: 0.8,
  usual_quantity: null,
  last_quantity: null,
  last_date: null,
});

test('the report is about the days of the address; the codes to enter stay those of this week', async () => {
  const { backend } = await openPart(<ProgressScreen />, {
    namespaces: ['progress'],
    at: '/progress?project=p1&period=custom&from=2026-02-01&to=2026-02-28',
    answers: {
      'GET projects': [{ id: 'p1', name: 'Harbor Point' }],
      'GET quantities': [],
      'GET cost_codes': [],
      'GET project_cost_codes': [],
      'POST rpc/progress_report': ({ body }: AskedRequest) => [
        code(body.end_date_param === '2026-02-28' ? 33 : 7),
      ],
    },
  });
  const table = await screen.findByRole('table', { name: words('progress:report.name') });
  await waitFor(() => expect(within(table).getByText('33')).toBeVisible());
  expect(screen.getByText('Feb 1 – 28, 2026')).toBeVisible();
  expect(screen.getByLabelText(words('progress:period.firstDay'))).toHaveValue('02/01/2026');
  expect(
    backend.sent('POST rpc/progress_report').map(({ start_date_param }) => start_date_param),
  ).toContain('2026-02-01');
});

test('without a project the active ones are one tap away', async () => {
  const { user } = await openPart(<ProgressScreen />, {
    namespaces: ['progress'],
    at: '/progress',
    answers: {
      'GET projects': [
        { id: 'p1', name: 'Harbor Point', status: 'active', archived_at: null },
        { id: 'p2', name: 'Cedar Court', status: 'completed', archived_at: null },
      ],
      'GET quantities': [],
      'GET cost_codes': [],
      'GET project_cost_codes': [],
      'POST rpc/progress_report': [code(7)],
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Harbor Point' }));
  expect(await screen.findByRole('table', { name: words('progress:report.name') })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cedar Court' })).toBeNull();
});

test('without any project it leads to where one is made, and a failure can be tried again', async () => {
  const { user, backend } = await openPart(<ProgressScreen />, {
    namespaces: ['progress', 'shell'],
    at: '/progress',
    answers: { 'GET projects': new Refusal(400, { message: 'no' }) },
  });
  const again = await screen.findByRole('button', { name: words('common:action.tryAgain') });
  backend.answer({ 'GET projects': [] });
  await user.click(again);
  const link = await screen.findByRole('link', { name: words('shell:nav.projects') });
  expect(link).toHaveAttribute('href', '/projects');
});
