import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ImportsScreen } from '@/features/imports/imports-screen';
import { type AskedRequest, Refusal } from '@/testing/backend';
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
    namespaces: ['imports', 'errors'],
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
  expect(
    within(table).getByText(words('import-faults:failure.import_employee_unknown')),
  ).toBeVisible();
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

test('a database that is too slow for a part gets smaller ones, and no row is left out', async () => {
  const lines = Array(40).fill('Ana Ortiz,03/14/2026,7:00 AM,3:30 PM,Harbor Point');
  const { user, backend } = await open();
  backend.answer({
    'POST rpc/import_rows': ({ body }: AskedRequest) =>
      body.rows_param.length > 15
        ? new Refusal(500, { code: '57014', message: 'canceling statement' })
        : body.rows_param.map((_: unknown, index: number) => ({
            row_number: body.first_row_param + index,
            result: 'new',
            message: null,
            import_id: null,
          })),
  });
  const input = await screen.findByLabelText(words('imports:chooseFile'));
  const text = [CSV.split('\n')[0], ...lines].join('\n');
  await user.upload(input, new File([text], 'time.csv', { type: 'text/csv' }));
  await user.click(
    await screen.findByRole('button', { name: words('imports:check', { count: 40 }) }),
  );
  await waitFor(() => expect(backend.sent('POST rpc/import_rows')).toHaveLength(5));
  const sent = backend
    .sent('POST rpc/import_rows')
    .map(({ first_row_param, rows_param }) => [first_row_param, rows_param.length]);
  expect(sent).toEqual([
    [1, 25],
    [1, 12],
    [13, 12],
    [25, 12],
    [37, 4],
  ]);
});

test('a night of more than twelve hours is a question, and left out until somebody says it is right', async () => {
  const night = `Name,Start date,Start,End,Job
Ana Ortiz,2026-04-13,3:30 PM,7:00 AM,Harbor Point
Ana Ortiz,2026-04-14,10:00 PM,6:00 AM,Harbor Point`;
  const { user, backend } = await open();
  backend.answer({
    'POST rpc/import_rows': ({ body }: AskedRequest) =>
      (body as { rows_param: unknown[] }).rows_param.map((_, index) => ({
        row_number: index + 1,
        result: 'new',
        message: null,
        import_id: null,
      })),
  });
  const input = await screen.findByLabelText(words('imports:chooseFile'));
  await user.upload(input, new File([night], 'night.csv', { type: 'text/csv' }));
  await user.click(
    await screen.findByRole('button', { name: words('imports:check', { count: 2 }) }),
  );
  await screen.findByText(words('imports:nights.title', { count: 1 }));
  expect(screen.getByText(words('import-faults:failure.import_long_night'))).toBeVisible();
  const good = words('imports:importGood', { count: 1 });
  expect(screen.getByRole('button', { name: good })).toBeEnabled();
  await user.click(
    screen.getByRole('switch', { name: words('imports:nights.take', { count: 1 }) }),
  );
  await user.click(screen.getByRole('button', { name: words('imports:import', { count: 2 }) }));
  await screen.findByRole('button', { name: words('imports:another') });
  const sent = backend.sent('POST rpc/import_rows').at(-1) as { rows_param: object[] };
  expect(sent.rows_param).toMatchObject([
    { clock_in: '2026-04-13T15:30:00', clock_out: '2026-04-14T07:00:00' },
    { clock_in: '2026-04-14T22:00:00', clock_out: '2026-04-15T06:00:00' },
  ]);
});

test('every fault of a row is said, with its column', async () => {
  const { user, backend } = await open();
  backend.answer({
    'POST rpc/import_rows': [
      {
        row_number: 1,
        result: 'error',
        message: 'import_project_unknown,import_time_wrong:start',
        import_id: null,
      },
    ],
  });
  const input = await screen.findByLabelText(words('imports:chooseFile'));
  const bad = 'Name,Start date,Start,End,Job\nAna Ortiz,2026-04-13,banana,7:00 AM,Nowhere';
  await user.upload(input, new File([bad], 'bad.csv', { type: 'text/csv' }));
  await user.click(
    await screen.findByRole('button', { name: words('imports:check', { count: 1 }) }),
  );
  const both = `${words('import-faults:failure.import_project_unknown')} ${words('imports:column.start')}: ${words('import-faults:failure.import_time_wrong')}`;
  expect(await screen.findByText(both)).toBeVisible();
});

test('a column of social security numbers is cut before anything is sent, and the person is shown it', async () => {
  const { user, backend } = await open();
  const csv = 'Name,ssn,Date,Start,End\nAna Ortiz,123-45-6789,2026-03-04,7:00 AM,3:30 PM';
  const input = await screen.findByLabelText(words('imports:chooseFile'));
  await user.upload(input, new File([csv], 'time.csv', { type: 'text/csv' }));
  await screen.findByText(words('import-faults:numbersCut', { count: 1 }));
  await user.click(
    await screen.findByRole('button', { name: words('imports:check', { count: 1 }) }),
  );
  await waitFor(() => expect(backend.sent('POST rpc/import_rows')).toHaveLength(1));
  const sent = JSON.stringify(backend.sent('POST rpc/import_rows'));
  expect(sent).toContain('6789');
  expect(sent).not.toMatch(/123-?45/);
});
