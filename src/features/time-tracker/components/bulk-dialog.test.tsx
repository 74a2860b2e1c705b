import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { BulkDialog } from '@/features/time-tracker/components/bulk-dialog';
import { openPart, words } from '@/testing/open';

const entry = (id: string, project_id: string) =>
  ({ id, project_id, cost_code_id: null }) as TimeEntry;
const ENTRIES = [entry('one', 'tower'), entry('two', 'annex'), entry('three', 'tower')];

function Selected() {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return open && <BulkDialog entries={ENTRIES} onDone={close} onClose={close} />;
}

test('only what was chosen is sent, and Undo gives each entry its own project back', async () => {
  const { user, backend } = await openPart(<Selected />, {
    namespaces: ['time-tracker'],
    answers: {
      'GET projects': [
        { id: 'school', name: 'Ridge School', status: 'active', archived_at: null, color: null },
      ],
      'GET cost_codes': [],
      'GET project_cost_codes': [],
      'POST rpc/change_time_entries': 3,
    },
  });
  const save = words('time-tracker:bulk.save', { count: 3 });
  await user.click(await screen.findByRole('button', { name: save }));
  expect(await screen.findByText(words('time-tracker:bulk.nothing'))).toBeVisible();
  expect(backend.sent('POST rpc/change_time_entries')).toEqual([]);

  await user.click(screen.getByRole('combobox', { name: /Project/ }));
  await user.click(await screen.findByRole('option', { name: /Ridge School/ }));
  await user.click(screen.getByRole('button', { name: save }));
  expect(await screen.findByText(words('time-tracker:bulk.changed', { count: 3 }))).toBeVisible();
  expect(backend.sent('POST rpc/change_time_entries')).toEqual([
    {
      ids_param: ['one', 'two', 'three'],
      changes_param: { project_id: 'school' },
      reason_param: null,
      based_on_param: ENTRIES.map(({ id, project_id, cost_code_id }) => ({
        id,
        project_id,
        cost_code_id,
      })),
    },
  ]);

  await user.click(await screen.findByRole('button', { name: words('common:action.undo') }));
  expect(await screen.findByText(words('time-tracker:bulk.undone'))).toBeVisible();
  expect(backend.sent('POST rpc/change_time_entries').slice(1)).toMatchObject([
    { ids_param: ['one', 'three'], changes_param: { project_id: 'tower' } },
    { ids_param: ['two'], changes_param: { project_id: 'annex' } },
  ]);
});
