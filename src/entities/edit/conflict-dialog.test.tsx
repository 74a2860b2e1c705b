import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ConflictHost } from '@/entities/edit/conflict-host';
import { saveChanges } from '@/entities/edit/save-changes';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const DETAIL = JSON.stringify({
  entity: 'projects',
  saved_by: 'Luis Ortega',
  saved_by_you: false,
  saved_at: '2026-11-17T15:41:00Z',
  fields: [
    { field: 'client', based_on: 'Old', saved: 'Theirs', yours: 'Mine' },
    { field: 'address', based_on: null, saved: '2 Main St' },
    { field: 'number', based_on: 'H-1', saved: 'H-1', yours: 'H-1' },
  ],
});

const save = () =>
  saveChanges({
    table: 'projects',
    key: { id: 'project-1' },
    before: { client: 'Old', address: null, name: 'Harbor' },
    after: { client: 'Mine', address: null, name: 'Harbor' },
  });

async function openConflict() {
  let calls = 0;
  const part = await openPart(<ConflictHost />, {
    namespaces: ['conflict'],
    answers: {
      'POST rpc/save_changes': () => {
        calls += 1;
        if (calls > 1) return null;
        return new Refusal(400, { code: 'P0001', hint: 'changed_meanwhile', details: DETAIL });
      },
    },
  });
  const saving = save().catch((cause: { code: string }) => cause.code);
  const dialog = within(await screen.findByRole('dialog', { name: words('conflict:title') }));
  return { ...part, saving, dialog };
}

test('both values are shown with who saved; only what was chosen is sent, on top of theirs', async () => {
  const { user, backend, saving, dialog } = await openConflict();
  expect(dialog.getByText(/Luis Ortega/)).toBeVisible();
  expect(dialog.getByText('2 Main St')).toBeVisible();
  // It came along, and nobody changed it.
  expect(dialog.queryByText('H-1')).toBeNull();
  expect(dialog.getByRole('radio', { name: /Mine/ })).toBeChecked();
  expect(dialog.getByRole('radio', { name: /Theirs/ })).not.toBeChecked();
  await user.click(dialog.getByRole('button', { name: words('conflict:save') }));
  expect(await saving).toMatchObject({ client: 'Mine', address: '2 Main St', name: 'Harbor' });
  expect(backend.sent('POST rpc/save_changes').at(-1)).toMatchObject({
    changes_param: { client: 'Mine' },
    based_on_param: { client: 'Theirs', address: '2 Main St', name: 'Harbor' },
  });
});

test('theirs may stay: then nothing is left to send', async () => {
  const { user, backend, saving, dialog } = await openConflict();
  await user.click(dialog.getByRole('radio', { name: /Theirs/ }));
  await user.click(dialog.getByRole('button', { name: words('conflict:save') }));
  expect(await saving).toMatchObject({ client: 'Theirs' });
  expect(backend.sent('POST rpc/save_changes')).toHaveLength(1);
});

test('going on editing sends nothing and keeps the form open with its refusal', async () => {
  const { user, backend, saving, dialog } = await openConflict();
  await user.click(dialog.getByRole('button', { name: words('conflict:goOn') }));
  expect(await saving).toBe('changed_meanwhile');
  expect(backend.sent('POST rpc/save_changes')).toHaveLength(1);
});
