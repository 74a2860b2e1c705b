import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ListsScreen } from '@/features/lists/lists-screen';
import { downloadFile } from '@/lib/files/download';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import type { AskedRequest } from '@/testing/backend';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

vi.mock('@/lib/files/download', () => ({ downloadFile: vi.fn() }));

const code = (id: string, more: object = {}) => ({
  id,
  code: id,
  name: `Work ${id}`,
  code_group: null,
  unit: 'SF',
  hours_per_unit: null,
  external_id: null,
  active: true,
  ...more,
});
const named = (id: string, name: string) => ({ id, name, active: true });

/** Answers as the database does: new rows, changed ones, and what it refuses. */
const save =
  (refuse: (values: Record<string, unknown>) => string | null = () => null) =>
  ({ body }: AskedRequest) =>
    // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
    body.rows_param.map((row: any, index: number) => {
      const reason = row.values && refuse(row.values);
      const base = {
        row_number: index + 1,
        id: row.id,
        column_name: null,
        reason: null,
        code: null,
        message: '',
      };
      if (reason)
        return {
          ...base,
          result: 'error',
          column_name: 'code',
          reason,
          code: '23505',
          saved: null,
        };
      if (row.delete) return { ...base, result: 'deleted', saved: code(row.id) };
      return {
        ...base,
        result: row.new ? 'new' : 'changed',
        saved: { ...code(row.id), ...row.values },
      };
    });

beforeEach(() => {
  // A window of ten rows; jsdom has no layout.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
});

async function open(
  more: Record<string, unknown> = {},
  as: 'owner' | 'manager' | 'employee' = 'manager',
  address = '',
  viewer = {},
) {
  const opened = await openPart(<ListsScreen />, {
    namespaces: ['lists'],
    as,
    viewer,
    at: `/management?list=cost_codes${address}`,
    answers: {
      'POST rpc/list_counts': [{ list: 'cost_codes', rows: 3, archived: 0 }],
      'GET cost_codes': [code('A'), code('B'), code('C', { active: false })],
      'GET units': [named('u1', 'SF'), named('u2', 'EA')],
      'GET cost_code_groups': [named('g1', 'Concrete')],
      'POST rpc/cost_code_usage': [],
      'POST rpc/save_rows': save(),
      ...more,
    },
  });
  return opened;
}
const grid = () => screen.findByRole('grid');
const cell = (name: string) => screen.findByRole('gridcell', { name });
const paste = async (text: string) =>
  fireEvent.paste(await grid(), { clipboardData: { getData: () => text } });

test('a row is saved by one call at a time; what is typed meanwhile follows', async () => {
  const answered: (() => void)[] = [];
  const { user, backend } = await open({
    'POST rpc/save_rows': (request: AskedRequest) =>
      new Promise((resolve) => answered.push(() => resolve(save()(request)))),
  });
  await cell('Work A');
  (await grid()).focus();
  await user.keyboard('{ArrowDown}{ArrowRight}Framing{Tab}Concrete{Tab}');
  await waitFor(() => expect(answered).toHaveLength(1));
  await act(async () => answered[0]?.());
  await waitFor(() => expect(answered).toHaveLength(2));
  await act(async () => answered[1]?.());
  const rows = backend.sent('POST rpc/save_rows').map(({ rows_param }) => rows_param);
  expect(rows).toEqual([
    [{ id: 'B', values: { name: 'Framing' }, based_on: { name: 'Work B' } }],
    [{ id: 'B', values: { code_group: 'Concrete' }, based_on: { code_group: null } }],
  ]);
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
});

test('is walked and typed into like a spreadsheet; each cell saves when it is left', async () => {
  const { user, backend } = await open();
  await cell('Work A');
  const table = await grid();
  table.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}Framing{Enter}');
  await waitFor(() =>
    expect(backend.sent('POST rpc/save_rows')).toEqual([
      {
        list_param: 'cost_codes',
        rows_param: [{ id: 'B', values: { name: 'Framing' }, based_on: { name: 'Work B' } }],
      },
    ]),
  );
  expect(await cell('Framing')).toBeInTheDocument();
  await user.keyboard('{ArrowUp}{F2} 2{Escape}');
  expect(await cell('Framing')).toBeInTheDocument();
  await user.keyboard('{F2} 2{Tab}');
  expect(await cell('Framing 2')).toBeInTheDocument();
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() =>
    expect(backend.sent('POST rpc/save_rows').at(-1)).toEqual({
      list_param: 'cost_codes',
      rows_param: [{ id: 'B', values: { name: 'Framing' }, based_on: { name: 'Framing 2' } }],
    }),
  );
});

test('a pasted block is looked at first; wrong cells stay with their reason, the rest is saved', async () => {
  const { user, backend } = await open();
  (await grid()).focus();
  await paste(
    'A\tForming\tConcrete\tSF\t0.095\r\nN 1\tDoors\t\tEAA\t3.5\r\nN 2\tWindows\t\tea\tmany\r\nN 3\tPaint\t\tEA\t\r\n',
  );
  // The first row stands on the saved one, the second on B, the others are new.
  const bar = await screen.findByRole('status');
  expect(bar).toHaveTextContent(words('lists:draft.added', { count: 2 }));
  expect(bar).toHaveTextContent(words('lists:draft.changed', { count: 2 }));
  expect(bar).toHaveTextContent(words('lists:draft.wrong', { count: 2 }));
  expect(backend.sent('POST rpc/save_rows')).toEqual([]);
  const wrong = await screen.findByRole('gridcell', { name: /EAA/ });
  expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await user.click(
    within(bar).getByRole('button', { name: words('lists:draft.save', { count: 3 }) }),
  );
  await waitFor(() => expect(backend.sent('POST rpc/save_rows')).toHaveLength(1));
  const [{ rows_param: rows }] = backend.sent('POST rpc/save_rows');
  expect(rows).toMatchObject([
    { id: 'A', values: { name: 'Forming', code_group: 'Concrete', hours_per_unit: 0.095 } },
    { id: 'B', values: { code: 'N 1', name: 'Doors', hours_per_unit: 3.5 } },
    { new: true, values: { code: 'N 3', name: 'Paint', unit: 'EA' } },
  ]);
  expect(await screen.findByRole('gridcell', { name: /EAA/ })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  expect(await cell('Windows')).toBeInTheDocument();
});

test('a cell that is in no list can use the likely one', async () => {
  const { user, backend } = await open();
  await cell('Work A');
  (await grid()).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}EAA{Enter}{ArrowUp}');
  await user.click(
    await screen.findByRole('button', { name: words('lists:problem.use', { text: 'EA' }) }),
  );
  await waitFor(() =>
    expect(backend.sent('POST rpc/save_rows')).toMatchObject([
      { rows_param: [{ values: { unit: 'EA' } }] },
    ]),
  );
});

test('what the database refuses stays in its cell with the reason', async () => {
  const { user } = await open({
    'POST rpc/save_rows': save(({ code: typed }) =>
      typed === 'B' ? 'cost_codes_code_once_per_company' : null,
    ),
  });
  await cell('Work A');
  (await grid()).focus();
  await user.keyboard('B{Enter}{ArrowUp}');
  expect(
    await screen.findByText(words('refusals:failure.cost_codes_code_once_per_company')),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: words('lists:draft.discard') }));
  expect(await cell('A')).not.toHaveAttribute('aria-invalid');
});

test('a failed save keeps what was typed', async () => {
  const { user, backend } = await open({
    'POST rpc/save_rows': new Refusal(503, { message: 'busy' }),
  });
  await cell('Work A');
  (await grid()).focus();
  await user.keyboard('{ArrowRight}Kept{Enter}');
  const again = await screen.findByRole('button', {
    name: words('lists:draft.save', { count: 1 }),
  });
  expect(screen.getByText('Kept')).toBeInTheDocument();
  backend.answer({ 'POST rpc/save_rows': save() });
  await user.click(again);
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.getByText('Kept')).toBeInTheDocument();
});

test('archives the chosen rows and brings them back', async () => {
  const { user, backend } = await open();
  await cell('Work A');
  (await grid()).focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await user.click(screen.getByRole('button', { name: words('lists:rows.archive') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/save_rows')).toMatchObject([
      {
        rows_param: [
          { id: 'A', values: { active: false } },
          { id: 'B', values: { active: false } },
        ],
      },
    ]),
  );
});

test('rows of others that come and go take neither the selection, nor what is typed, nor an open dialog', async () => {
  const { user, backend } = await open();
  const arrive = async (...ids: string[]) => {
    backend.answer({ 'GET cost_codes': ids.map((id) => code(id)) });
    await act(() => queryClient.invalidateQueries({ queryKey: [queryKeys.lists] }));
  };
  await cell('Work A');
  (await grid()).focus();
  await user.keyboard('{ArrowDown}{ArrowRight}Wo');
  await arrive('0', 'A', 'B', 'D');
  await cell('Work 0');
  await user.keyboard('od{Enter}');
  await waitFor(() =>
    expect(backend.sent('POST rpc/save_rows')).toMatchObject([
      { rows_param: [{ id: 'B', values: { name: 'Wood' } }] },
    ]),
  );
  await user.keyboard('{ArrowUp}{ArrowUp}');
  await user.click(screen.getByRole('button', { name: words('lists:merge.open') }));
  const title = words('lists:merge.title', { name: 'A Work A' });
  const dialog = await screen.findByRole('alertdialog', { name: title });
  await user.click(within(dialog).getByRole('combobox'));
  await screen.findByRole('option', { name: 'B Work B' });
  await arrive('B', 'D');
  expect(screen.getByRole('option', { name: 'B Work B' })).toBeVisible();
  expect(screen.getByRole('alertdialog', { name: title })).toBe(dialog);
});

test.each([
  ['hours_per_unit', ['B', 'A', 'D'], 'ascending'],
  ['-hours_per_unit', ['A', 'B', 'D'], 'descending'],
])('the address sorts by %s; nothing comes last', async (sort, order, direction) => {
  const figures = { A: 10, B: 9, D: null };
  await open(
    {
      'GET cost_codes': Object.entries(figures).map(([id, hours_per_unit]) =>
        code(id, { hours_per_unit }),
      ),
    },
    'manager',
    `&sort=${sort}`,
  );
  await cell('Work A');
  expect(screen.getAllByText(/^Work /).map((one) => one.textContent?.slice(-1))).toEqual(order);
  const name = words('lists:column.hours_per_unit');
  expect(screen.getByRole('columnheader', { name })).toHaveAttribute('aria-sort', direction);
});

test('a merge says what moves and what stays before it is done', async () => {
  const project = (id: string, name: string) => ({ id, name, archived_at: null, geofences: [] });
  const { user, backend } = await openPart(<ListsScreen />, {
    namespaces: ['lists'],
    as: 'manager',
    at: '/management?list=projects',
    answers: {
      'POST rpc/list_counts': [],
      'GET projects': [project('p1', 'Harbor Pt'), project('p2', 'Harbor Point')],
      'GET customers': [],
      'POST rpc/merge_preview': [{ entries_move: 3, entries_stay: 2, shifts_move: 0 }],
      'POST rpc/merge_rows': 3,
    },
  });
  await cell('Harbor Pt');
  (await grid()).focus();
  await user.click(screen.getByRole('button', { name: words('lists:merge.open') }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: 'Harbor Point' }));
  await within(dialog).findByText(words('lists:merge.stay', { count: 2 }));
  expect(within(dialog).getByText(words('lists:merge.move', { count: 3 }))).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: words('lists:merge.confirm') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/merge_rows')).toEqual([
      { list_param: 'projects', from_id_param: 'p1', into_id_param: 'p2' },
    ]),
  );
});

test('managers read what only owners change; employees see no lists', async () => {
  const holidays = [{ id: 'h', date: '2026-12-25', name: 'Christmas', paid_hours: 8 }];
  const { user, backend } = await openPart(<ListsScreen />, {
    namespaces: ['lists'],
    as: 'manager',
    at: '/management?list=holidays',
    answers: { 'POST rpc/list_counts': [], 'GET holidays': holidays },
  });
  await cell('Christmas');
  (await grid()).focus();
  await user.keyboard('x{Enter}{Delete}');
  expect(backend.sent('POST rpc/save_rows')).toEqual([]);
  expect(screen.queryByRole('button', { name: words('lists:add') })).toBeNull();
});

test('employees are told who keeps the lists', async () => {
  await open({}, 'employee');
  expect(await screen.findByText(words('lists:managersOnly'))).toBeInTheDocument();
});

test('the file of a list has the fields of the company as well', async () => {
  const field = { id: 'f1', name: 'Trade', name_es: null, kind: 'choice', on_table: 'cost_codes' };
  const choices = [{ id: 'c1', name: 'Carpenter', name_es: null, archived: false }];
  const { user } = await open(
    {
      'GET cost_codes': [code('A', { custom: { f1: 'c1' } }), code('B', { custom: {} })],
      'GET custom_fields': [{ ...field, choices, archived_at: null }],
    },
    'manager',
    '',
    { custom_fields: ['cost_codes'] },
  );
  const download = await screen.findByRole('button', { name: words('lists:export') });
  await waitFor(async () => {
    vi.mocked(downloadFile).mockClear();
    await user.click(download);
    const [, , content] = vi.mocked(downloadFile).mock.calls[0] ?? [];
    const lines = String(content).trim().split(/\r?\n/);
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['Trade', 'Carpenter', '']);
  });
});
