import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SystemScreen } from '@/features/system-reports/system-screen';
import { openPart, words } from '@/testing/open';

const CHANGE = {
  id: 'e1',
  sequence: 1,
  occurred_at: '2026-11-14T12:00:00Z',
  actor_name: 'Dana Whitfield',
  source: 'web',
  action: 'updated',
  entity: 'time_entries',
  person: 'Ana Ortiz',
  before: { notes: 'one', id: 'x' },
  after: { notes: 'two', id: 'x' },
  reason: 'Typo',
};

const open = (at = '/') =>
  openPart(<SystemScreen />, {
    at,
    namespaces: ['system-reports'],
    answers: {
      'POST rpc/audit_trail': [CHANGE],
      'POST rpc/sign_ins': [],
      'POST rpc/verify_audit_chain': [{ checked: 7, broken_id: null, unlinked: 0 }],
      'GET employees': [],
    },
  });

test('a change opens with before and after, and the history can be checked', async () => {
  const { user, backend } = await open();
  const name = words('system-reports:did', {
    entity: words('system-reports:entity.time_entries'),
    action: words('system-reports:action.updated'),
  });
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('row', { name: 'notes one two' })).toBeVisible();
  expect(within(dialog).queryByText('id')).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: words('system-reports:chain.action') }));
  expect(await screen.findByText(words('system-reports:chain.whole', { count: 7 }))).toBeVisible();
  expect(backend.sent('POST rpc/audit_trail')[0]).toMatchObject({ exports_param: false });
});

test('an empty view says so', async () => {
  await open('/?show=signIns');
  expect(await screen.findByText(words('system-reports:noSignIns'))).toBeVisible();
});
