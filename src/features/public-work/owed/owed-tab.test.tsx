import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OwedTab } from '@/features/public-work/owed/owed-tab';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const week = {
  employee_id: 'e1',
  first_name: 'Maria',
  last_name: 'Lopez',
  project_id: 'p1',
  project_name: 'Harbor school',
  week_end: '2026-03-15',
  classes: ['Carpenter'],
  minutes: 2640,
  due_cents: 230_570,
  paid_cents: 195_400,
  base_cents: 13_860,
  fringe_cents: 20_680,
  premium_cents: 630,
  short_cents: 35_170,
  locked: true,
};
const restitution = {
  id: 'r1',
  employee_id: 'e1',
  project_id: 'p1',
  week_end: '2026-03-08',
  base_cents: 1000,
  fringe_cents: 200,
  premium_cents: 34,
  amount_cents: 1234,
  reason: 'Rates of 2025',
  post_date: '2026-03-16',
  paid_on: null,
  payment_reference: null,
  withdrawn_at: null,
  withdrawn_reason: null,
  created_by: 'u1',
  created_at: '2026-03-16T12:00:00Z',
};
const answers = {
  'GET projects': [{ id: 'p1', name: 'Harbor school', status: 'active', archived_at: null }],
  'GET employees': [
    { id: 'e1', user_id: 'u1', first_name: 'Maria', last_name: 'Lopez', role: 'employee' },
  ],
  'GET public_contracts': [{ id: 'c1', project_id: 'p1' }],
  'POST rpc/prevailing_wage_owed': [week],
  'GET restitutions': [],
  'POST rpc/project_classifications': [],
  'POST rpc/classification_defaults': [],
};
const namespaces = ['owed-wages'] as const;

test('pays a week as restitution with a reason, and keeps what was typed when it is refused', async () => {
  const { user, backend } = await openPart(<OwedTab />, {
    namespaces,
    answers: {
      ...answers,
      'POST rpc/post_restitution': new Refusal(400, { hint: 'period_locked' }),
    },
  });
  expect((await screen.findAllByText('$351.70')).length).toBeGreaterThan(0);
  for (const part of ['$138.60', '$206.80', '$6.30']) {
    expect(screen.getAllByText(part).length).toBeGreaterThan(0);
  }
  await user.click(screen.getByRole('button', { name: /Pay all \$351\.70/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const save = dialog.getByRole('button', { name: words('owed-wages:post.save') });
  await user.click(save);
  expect(await dialog.findByText(words('owed-wages:post.reasonMissing'))).toBeVisible();
  expect(backend.sent('POST rpc/post_restitution')).toEqual([]);
  const reason = dialog.getByRole('textbox', { name: words('owed-wages:post.reason') });
  await user.type(reason, 'Modification 4 came late');
  await user.click(save);
  expect(await dialog.findByText(words('owed-wages:post.locked'))).toBeVisible();
  expect(reason).toHaveValue('Modification 4 came late');
  backend.answer({
    'POST rpc/post_restitution': restitution,
    'POST rpc/prevailing_wage_owed': [],
    'GET restitutions': [restitution],
  });
  await user.click(save);
  expect(await screen.findByText(words('owed-wages:owed.none'))).toBeVisible();
  const [first, second] = backend.sent('POST rpc/post_restitution') as { id_param: string }[];
  expect(second).toMatchObject({
    employee_id_param: 'e1',
    project_id_param: 'p1',
    week_end_param: '2026-03-15',
    reason_param: 'Modification 4 came late',
  });
  // The same id: had the first one been posted and its answer lost, it would not be posted twice.
  expect(second?.id_param).toBe(first?.id_param);
});

test('shows the paper trail, and records when it was paid', async () => {
  const { user, backend } = await openPart(<OwedTab />, {
    namespaces,
    answers: {
      ...answers,
      'POST rpc/prevailing_wage_owed': [],
      'GET restitutions': [restitution],
      'POST rpc/record_restitution_payment': restitution,
    },
  });
  expect(await screen.findByText('Rates of 2025')).toBeVisible();
  expect(screen.getByText('$12.34')).toBeVisible();
  expect(await screen.findByText(/Decided by Maria Lopez/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('owed-wages:payment.record') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(
    dialog.getByRole('textbox', { name: new RegExp(words('owed-wages:payment.reference')) }),
    'Check 1042',
  );
  await user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  await screen.findByText(words('owed-wages:payment.done'));
  expect(backend.sent('POST rpc/record_restitution_payment')).toMatchObject([
    { id_param: 'r1', reference_param: 'Check 1042' },
  ]);
});
