import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Waiting } from '@/features/approval-chains/api/steps';
import WaitingApprovals from '@/features/approval-chains/waiting-approvals';
import { openPart, words } from '@/testing/open';

const row = (id: string, fields: Partial<Waiting> = {}): Waiting => ({
  time_entry_id: id,
  step_id: 'step',
  entry_version: `version of ${id}`,
  employee_id: 'luz',
  first_name: 'Luz',
  last_name: 'Vega',
  work_date: '2026-03-10',
  project_id: 'p',
  project_name: 'Depot',
  cost_code: null,
  clock_in: '2026-03-10T14:00:00Z',
  clock_out: '2026-03-10T20:00:00Z',
  break_minutes: 30,
  notes: null,
  step_name: 'Payroll',
  decider: 'person',
  level: 3,
  levels: 3,
  via: 'substitute',
  stands_in_for: 'Omar Diaz',
  approved_by: 'Pia Moss',
  changes: null,
  returned_by: null,
  returned_reason: null,
  missing: null,
  ...fields,
});

const open = (rows: readonly Waiting[]) =>
  openPart(<WaitingApprovals />, {
    namespaces: ['approval-chains'],
    as: 'foreman',
    answers: {
      'POST rpc/approvals_waiting': rows,
      'POST rpc/possible_approvers': [],
      'GET approval_substitutes': [],
      'GET projects': [],
      'POST rpc/approve_step': 1,
      'POST rpc/return_step': 1,
    },
  });

test('says for whom one stands in and what changed, and approves what was seen', async () => {
  const { user, backend } = await open([
    row('one', { changes: [{ field: 'notes', before: null, after: 'Rain' }] }),
    row('two', { work_date: '2026-03-11' }),
  ]);
  await screen.findByText(words('approval-chains:via.substitute', { name: 'Omar Diaz' }));
  expect(screen.getByText('Rain')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: words('approval-chains:selectAll') }));
  await user.click(
    screen.getByRole('button', { name: words('approval-chains:approveSelected', { count: 2 }) }),
  );
  await waitFor(() =>
    expect(backend.sent('POST rpc/approve_step')).toEqual([
      {
        entries_param: [
          { time_entry_id: 'one', step_id: 'step', entry_version: 'version of one' },
          { time_entry_id: 'two', step_id: 'step', entry_version: 'version of two' },
        ],
      },
    ]),
  );
});

test('sending back asks for a reason first', async () => {
  const { user, backend } = await open([row('one')]);
  await user.click(
    await screen.findByRole('button', { name: words('approval-chains:return.action') }),
  );
  const send = () => screen.getByRole('button', { name: words('approval-chains:return.action') });
  await user.click(send());
  expect(
    await screen.findByText(words('approval-chains:failure.step_reason_required')),
  ).toBeVisible();
  expect(backend.sent('POST rpc/return_step')).toEqual([]);
  await user.type(screen.getByLabelText(words('approval-chains:reason')), 'Lunch is missing');
  await user.click(send());
  await waitFor(() =>
    expect(backend.sent('POST rpc/return_step')).toMatchObject([
      { reason_param: 'Lunch is missing' },
    ]),
  );
});

test('nothing waits', async () => {
  await open([]);
  await screen.findByText(words('approval-chains:empty.title'));
});
