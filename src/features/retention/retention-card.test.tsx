import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RetentionCard } from '@/features/retention/retention-card';
import { openPart, words } from '@/testing/open';

const HOLD = {
  id: 'h1',
  company_id: 'c1',
  employee_id: 'e1',
  project_id: null,
  reason: 'Claim 12',
  created_at: '2026-11-01T12:00:00Z',
  released_at: null,
};
const kind = (count: number, minimum: number) => ({
  count,
  minimum,
  law: [
    { state: 'US', years: 3, law: '29 CFR 516.5' },
    { state: 'CA', years: 4, law: 'Bus. & Prof. Code 17208' },
  ],
});
const preview = {
  history: kind(12, 4),
  answers: kind(0, 4),
  payments: kind(0, 4),
  incidents: { count: 1, minimum: 5, law: [{ state: 'US', years: 5, law: '29 CFR 1904.33' }] },
  messages: kind(0, 3),
  photos: kind(0, 3),
  visits: { count: 0, minimum: 1, law: [{ state: 'US', years: 1, law: null }] },
  states: ['CA'],
  holds: 1,
};
const answers = {
  'GET retention_rules': [{ id: 'r1', company_id: 'c1', kind: 'history', years: 7 }],
  'POST rpc/retention_preview': preview,
  'GET legal_holds': [HOLD],
  'GET employees': [{ id: 'e1', first_name: 'Rosa', last_name: 'Delgado', active: true }],
  'GET projects': [],
};
const open = (options: object = {}) =>
  openPart(<RetentionCard />, { namespaces: ['retention'], as: 'owner', answers, ...options });

test('an owner chooses how long photos are stored and sees what would go', async () => {
  const { user, backend } = await open({
    answers: { ...answers, 'POST retention_rules': null },
  });
  expect(
    await screen.findByText('Tonight would go: the content of 12 entries and 1 incident.'),
  ).toBeVisible();
  await user.click(screen.getByLabelText(words('retention:kind.photos')));
  expect(await screen.findByRole('option', { name: 'After 3 years' })).toBeVisible();
  await user.click(screen.getByRole('option', { name: 'After 4 years' }));
  expect(backend.sent('POST retention_rules')).toEqual([{ kind: 'photos', years: 4 }]);
});

test('no time is shorter than the laws of its states, which are named', async () => {
  const { user } = await open();
  expect(await screen.findAllByText(/4 years at least: Bus. & Prof. Code 17208/)).toHaveLength(3);
  await user.click(await screen.findByLabelText(words('retention:kind.payments')));
  expect(await screen.findByRole('option', { name: 'After 4 years' })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'After 3 years' })).toBeNull();
});

test('without a known state the longest time counts', async () => {
  await open({
    answers: {
      ...answers,
      'POST rpc/retention_preview': {
        ...preview,
        states: [],
        history: { count: 0, minimum: 6, law: [{ state: 'US', years: 3, law: '29 CFR 516.5' }] },
      },
    },
  });
  expect(await screen.findByText(/6 years at least, the longest of any state/)).toBeVisible();
  expect(screen.getByText(words('retention:noStates'))).toBeVisible();
});

test('a hold ends with a reason only', async () => {
  const { user, backend } = await open({
    answers: { ...answers, 'POST rpc/release_legal_hold': HOLD },
  });
  expect(await screen.findByText('Rosa Delgado')).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('retention:holds.end') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: words('retention:endDialog.save') }));
  expect(await dialog.findByText(words('retention:dialog.reasonWrong'))).toBeVisible();
  await user.type(dialog.getByLabelText(words('retention:endDialog.reason')), 'Settled');
  await user.click(dialog.getByRole('button', { name: words('retention:endDialog.save') }));
  expect(backend.sent('POST rpc/release_legal_hold')).toEqual([
    { id_param: 'h1', reason_param: 'Settled' },
  ]);
});

test('a hold names a person or project and a reason', async () => {
  const { user, backend } = await open();
  await user.click(await screen.findByRole('button', { name: words('retention:holds.add') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: words('retention:dialog.save') }));
  expect(await dialog.findByText(words('retention:dialog.choose'))).toBeVisible();
  expect(backend.sent('POST legal_holds')).toEqual([]);
});

test('managers do not see it', async () => {
  await open({ as: 'manager', answers: {} });
  expect(screen.queryByText(words('retention:title'))).toBeNull();
});
