import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ActivityReportsScreen } from '@/features/activity-reports/activity-reports-screen';
import { openPart, words } from '@/testing/open';

const ROWS = [
  {
    keys: { project: 'p1', week: '2026-11-01' },
    measures: { hours: 36_000 },
    labels: [
      ['Riverside Tower', null],
      ['2026-11-01', null],
    ],
  },
  {
    keys: { project: null, week: '2026-11-08' },
    measures: { hours: 3_600 },
    labels: [
      [null, null],
      ['2026-11-08', null],
    ],
  },
];
const ANSWERS = {
  'POST rpc/activity_report_table': ROWS,
  'GET saved_reports': [],
  'GET projects': [],
  'GET employees': [],
};
const open = (options = {}) =>
  openPart(<ActivityReportsScreen />, {
    namespaces: ['activity-reports'],
    answers: ANSWERS,
    ...options,
  });

test('a table with a column for each week, its totals and the way to the entries', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Riverside Tower' });
  expect(link.getAttribute('href')).toContain('project=p1');
  const table = screen.getByRole('table', { name: words('activity-reports:table') });
  expect(within(table).getByText(words('activity-reports:without'))).toBeVisible();
  expect(within(table).getAllByText('11:00').length).toBeGreaterThan(0);
});

test('a ready-made report asks for what its name says', async () => {
  const { user, backend } = await open();
  await screen.findByRole('link', { name: 'Riverside Tower' });
  await user.click(
    screen.getByRole('button', { name: words('activity-reports:ready.hoursByCode') }),
  );
  await waitFor(() =>
    expect(backend.sent('POST rpc/activity_report_table').at(-1)).toMatchObject({
      definition_param: { rows: ['cost_code', 'week'], measures: ['hours'] },
    }),
  );
});

test('saving asks for a name, keeps what was typed, and sends the definition', async () => {
  const { user, backend } = await open();
  await screen.findByRole('link', { name: 'Riverside Tower' });
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  const dialog = await screen.findByRole('dialog');
  const save = within(dialog).getByRole('button', { name: words('common:action.save') });
  await user.click(save);
  const name = within(dialog).getByLabelText(words('activity-reports:save.name'));
  expect(name).toHaveAccessibleDescription(words('activity-reports:save.nameMissing'));
  backend.answer({ 'POST saved_reports': { id: 'r1' } });
  await user.type(name, 'Hours by project');
  await user.click(
    within(dialog).getByRole('combobox', { name: words('activity-reports:save.mail') }),
  );
  await user.click(
    await screen.findByRole('option', { name: words('activity-reports:save.every.week') }),
  );
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.sent('POST saved_reports')).toMatchObject([
    {
      name: 'Hours by project',
      shared: false,
      definition: { rows: ['project', 'week'] },
      schedule: { every: 'week', weekday: 1, hour: 6 },
    },
  ]);
});

test('the link of a mail opens the report as it was saved', async () => {
  const saved = {
    id: 'r7',
    name: 'Codes',
    shared: false,
    schedule: null,
    created_by: null,
    definition: { shape: { by: 'cost_code' }, rows: ['cost_code'], measures: ['hours'] },
  };
  const { backend } = await open({
    at: '/?saved=r7',
    answers: { ...ANSWERS, 'GET saved_reports': [saved] },
  });
  expect(await screen.findByRole('heading', { name: 'Codes' })).toBeVisible();
  await waitFor(() =>
    expect(backend.sent('POST rpc/activity_report_table').at(-1).definition_param.rows).toContain(
      'cost_code',
    ),
  );
});
