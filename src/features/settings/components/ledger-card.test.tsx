import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LedgerCard } from '@/features/settings/components/ledger-card';
import { openPart, words } from '@/testing/open';

const ROOT = {
  signed_text: '{"format":"chalkline-root/1"}',
  signature: 'c2ln',
  key_id: 'ledger-2026-11',
  last_position: 1204,
  reason: 'daily',
  note: null,
  created_at: '2026-11-16T05:12:00Z',
};
const STATE = {
  checked_at: '2026-11-16T06:00:00Z',
  roots: 3,
  unsigned: 0,
  problem: null,
  newest: ROOT,
};

const open = (answers: object, isOwner = false) =>
  openPart(<LedgerCard isOwner={isOwner} />, {
    namespaces: ['ledger'],
    answers: {
      'POST rpc/ledger_state': STATE,
      'GET /.well-known/chalkline-ledger.json': {
        keys: [{ key_id: 'ledger-2026-11', fingerprint: '0123456789abcdef' }],
      },
      ...answers,
    },
  });

test('shows the newest signed end and that the history fits', async () => {
  await open({});
  expect(await screen.findByText(/up to event 1,204/)).toBeVisible();
  expect(await screen.findByText('0123 4567 89ab cdef')).toBeVisible();
  expect(screen.getByText(/the history fits everything that was signed/)).toBeVisible();
  expect(screen.getByRole('button', { name: words('ledger:download') })).toBeEnabled();
  expect(screen.queryByText(words('ledger:recipients'))).toBeNull();
});

test('after a restore it says so, and of which moment the backup was', async () => {
  const restored = {
    reason: 'restored',
    note: 'Restored from the backup of 2026-11-14T08:30:00.000000Z',
  };
  await open({ 'POST rpc/ledger_state': { ...STATE, newest: { ...ROOT, ...restored } } });
  expect(await screen.findByText(/^Restored from the backup of /)).toBeVisible();
});

test('says what a check found', async () => {
  const problem = { kind: 'history_rewritten', root_at: '2026-11-15T05:12:00Z' };
  const { user, backend } = await open({ 'POST rpc/check_ledger_roots': { ...STATE, problem } });
  await user.click(await screen.findByRole('button', { name: words('ledger:check') }));
  expect(await screen.findByText(words('ledger:problemTitle'))).toBeVisible();
  expect(
    screen.getByText(/^The history before a signed end was rewritten\. Found at/),
  ).toBeVisible();
  // A row has no place in the history: the newest event about it is named.
  const row = { kind: 'row_changed', event_at: '2026-11-15T05:12:00Z' };
  backend.answer({ 'POST rpc/check_ledger_roots': { ...STATE, problem: row } });
  await user.click(screen.getByRole('button', { name: words('ledger:check') }));
  expect(
    await screen.findByText(/it is not what the history says\. Its last recorded/),
  ).toBeVisible();
});

test('a mailed file that does not fit is named, and one that is none is refused', async () => {
  const { user } = await open({
    'POST rpc/compare_ledger_root': {
      result: 'rewritten',
      position: 9,
      created_at: ROOT.created_at,
    },
  });
  const input = await screen.findByLabelText(words('ledger:compare'), { selector: 'input' });
  await user.upload(input, new File(['no json'], 'a.json', { type: 'application/json' }));
  expect(await screen.findByText(words('ledger:notAFile'))).toBeVisible();
  const file = JSON.stringify({ signed_text: '{}', signature: 'x', key_id: 'k' });
  await user.upload(input, new File([file], 'b.json', { type: 'application/json' }));
  expect(await screen.findByText(/Something before it was changed/)).toBeVisible();
});

test('owners see who receives them', async () => {
  await open(
    { 'GET ledger_recipients': [{ id: 'r1', email: 'bank@example.com', language: 'en' }] },
    true,
  );
  expect(await screen.findByText('bank@example.com')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove bank@example.com' })).toBeEnabled();
});
