import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ImportsScreen } from '@/features/imports/imports-screen';
import type { AskedRequest } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const CSV = `Name,Start date,Start,End,Job
Ana Ortiz,03/04/2026,7:00 AM,3:30 PM,Harbor Point
Nobody,05/06/2026,7:00 AM,3:30 PM,Harbor Point
Ana Ortiz,06/07/2026,7:00 AM,3:30 PM,New Pier`;

const RESULTS = [
  { row_number: 1, result: 'new', message: null, import_id: null },
  { row_number: 2, result: 'error', message: 'import_employee_unknown', import_id: null },
  { row_number: 3, result: 'error', message: 'import_project_unknown', import_id: null },
];

const open = (imports: unknown[] = []) =>
  openPart(<ImportsScreen />, {
    namespaces: ['imports', 'import', 'errors'],
    answers: {
      'GET imports': imports,
      'POST rpc/import_rows': ({ body }: AskedRequest) =>
        RESULTS.slice(0, (body as { rows_param: unknown[] }).rows_param.length),
      'POST rpc/undo_import': [],
    },
  });

test('an unclear date must be chosen; then every row has a result, and the good ones can be imported', async () => {
  const { user, backend } = await open();
  const input = await screen.findByLabelText(words('imports:chooseFile'));
  await user.upload(input, new File([CSV], 'time.csv', { type: 'text/csv' }));
  const check = await screen.findByRole('button', { name: words('imports:check', { count: 3 }) });
  expect(check).toBeDisabled();
  expect(screen.getByText(words('imports:order.needed'))).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: words('imports:order.label') }));
  await user.click(await screen.findByRole('option', { name: words('imports:order.DMY') }));
  expect(screen.getByText('2026-04-03 07:00:00 – 2026-04-03 15:30:00')).toBeVisible();
  await user.click(check);
  await screen.findByText(words('imports:someWrong', { count: 2, total: 3 }));
  const sent = backend.sent('POST rpc/import_rows').at(-1);
  expect(sent).toMatchObject({
    list_param: 'time_entries',
    dry_run_param: true,
    rows_param: [
      { employee: 'Ana Ortiz', project: 'Harbor Point', clock_in: '2026-04-03T07:00:00' },
      {},
      {},
    ],
  });
  const table = screen.getByRole('table', { name: words('imports:results') });
  expect(within(table).getByText(words('errors:import_employee_unknown'))).toBeVisible();
  expect(
    screen.getByRole('button', { name: words('imports:addProjects', { count: 1 }) }),
  ).toBeEnabled();
  await user.click(screen.getByRole('button', { name: words('imports:importGood', { count: 1 }) }));
  await waitFor(() => {
    const real = backend.sent('POST rpc/import_rows').at(-1);
    expect(real.dry_run_param).toBe(false);
    expect(real.rows_param).toHaveLength(1);
  });
});
