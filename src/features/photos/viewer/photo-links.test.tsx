import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Photo } from '@/features/photos/api/queries';
import { PhotoLinks } from '@/features/photos/viewer/photo-links';
import { openPart, words } from '@/testing/open';

const photo = {
  id: 'photo-1',
  project_id: 'project-1',
  employee_id: 'luis',
  taken_on: '2026-03-10',
  locked: false,
} as Photo;
const details = {
  sha256: 'a',
  taken_from: 'file',
  equipment_id: 'machine-1',
  time_entry_id: null,
  field_report_id: 'report-1',
  quantity_id: null,
  equipment: { number: 'EX-04', name: 'Excavator' },
  time_entry: null,
  field_report: { id: 'report-1', number: 'FR-2026-0007', report_date: '2026-03-09' },
  quantity: null,
};
const answers = {
  'GET photos': details,
  'GET equipment': [
    { id: 'machine-1', name: 'Excavator', number: 'EX-04', status: 'available', meter_unit: null },
  ],
  'GET time_entries': [
    { id: 'entry-1', clock_in: '2026-03-10T12:00:00Z', clock_out: '2026-03-10T20:00:00Z' },
  ],
  'GET field_reports': [],
  'GET quantities': [
    {
      id: 'quantity-1',
      work_date: '2026-03-10',
      quantity: 12.5,
      cost_code_id: 'code-1',
      area: 'Level 3',
    },
  ],
  'GET cost_codes': [{ id: 'code-1', code: '03300', name: 'Concrete' }],
  'GET project_cost_codes': [],
  'POST rpc/save_changes': null,
};

const open = (mayChange = true, as: 'foreman' | 'employee' = 'foreman') =>
  openPart(<PhotoLinks photo={photo} mayChange={mayChange} />, {
    namespaces: ['photos'],
    as,
    answers,
  });

test('what a photo is linked to is named and leads there; who may not change it sees no more', async () => {
  await open(false);
  expect(await screen.findByRole('link', { name: 'EX-04 Excavator' })).toHaveAttribute(
    'href',
    '/equipment?machine=machine-1',
  );
  expect(screen.getByRole('link', { name: /FR-2026-0007/ })).toHaveAttribute(
    'href',
    '/field-reports?report=project-1&date=2026-03-09',
  );
  expect(screen.queryByRole('button', { name: words('photos:link.change') })).toBeNull();
});

test('a quantity, a time entry and no report: each choice is saved at once', async () => {
  const { user, backend } = await open();
  await user.click(await screen.findByRole('button', { name: words('photos:link.change') }));
  const choose = async (label: string, option: RegExp | string) => {
    await user.click(await screen.findByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose(words('photos:link.quantity'), /03300 Concrete · 12.5\d* · Level 3/);
  await choose(words('photos:link.entry'), /–/);
  await choose(words('photos:report'), words('photos:link.noReport'));
  await expect
    .poll(() => backend.sent('POST rpc/save_changes'))
    .toMatchObject(
      [{ quantity_id: 'quantity-1' }, { time_entry_id: 'entry-1' }, { field_report_id: null }].map(
        (changes_param) => ({ table_param: 'photos', key_param: { id: 'photo-1' }, changes_param }),
      ),
    );
});

test('workers, who read no reports, are offered none', async () => {
  const { user } = await open(true, 'employee');
  await user.click(await screen.findByRole('button', { name: words('photos:link.change') }));
  expect(
    await screen.findByRole('combobox', { name: words('photos:link.quantity') }),
  ).toBeVisible();
  expect(screen.queryByRole('combobox', { name: words('photos:report') })).toBeNull();
});
