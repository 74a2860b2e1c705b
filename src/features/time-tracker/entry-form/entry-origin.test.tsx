import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StoredEntry } from '@/features/time-tracker/api/queries';
import { EntryOrigin } from '@/features/time-tracker/entry-form/entry-origin';
import { openPart, words } from '@/testing/open';

const ENTRY = {
  id: 'entry',
  employee_id: 'someone',
  work_date: '2026-03-10',
  source: 'kiosk',
  device:
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
} as StoredEntry;
const PLACE = {
  id: 'place',
  time_entry_id: 'entry',
  moment: 'in',
  punched_at: '2026-03-10T12:00:00Z',
  latitude: 40.71281,
  longitude: -74.00602,
  accuracy_m: 12,
  inside: true,
};

test('a manager sees how an entry came to be, and where only after saying why', async () => {
  const { user, backend } = await openPart(<EntryOrigin entry={ENTRY} />, {
    namespaces: ['time-tracker'],
    as: 'manager',
    answers: {
      'POST rpc/punch_locations_for': [PLACE, { ...PLACE, id: 'b', time_entry_id: 'another' }],
    },
  });
  expect(await screen.findByText(words('time-tracker:origin.kiosk'))).toBeVisible();
  expect(screen.getByText('Last punch from Chrome · Android.')).toBeVisible();
  const show = screen.getByRole('button', { name: words('time-tracker:origin.places') });
  expect(show).toBeDisabled();
  await user.type(screen.getByLabelText(words('time-tracker:origin.purpose')), 'Asked by Maria');
  await user.click(show);
  expect(await screen.findByText(/40\.71281, -74\.00602 ±39 ft/)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(backend.sent('POST rpc/punch_locations_for')).toMatchObject([
    { employee_id_param: 'someone', purpose_param: 'Asked by Maria' },
  ]);
});

test('workers are not shown it', async () => {
  await openPart(<EntryOrigin entry={ENTRY} />, { namespaces: ['time-tracker'], as: 'employee' });
  expect(screen.queryByText(words('time-tracker:origin.title'))).toBeNull();
});
