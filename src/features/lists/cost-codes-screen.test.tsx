import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CostCodesScreen } from '@/features/lists/cost-codes-screen';
import { openPart, words } from '@/testing/open';

const code = (id: string, name: string, more: object = {}) => ({
  id,
  code: id,
  name,
  code_group: null,
  unit: 'SF',
  active: true,
  merged_into: null,
  ...more,
});

beforeEach(() => {
  // A window of ten rows; jsdom has no layout.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
});

const open = (as: 'manager' | 'employee', at = '', codes?: object[]) =>
  openPart(<CostCodesScreen />, {
    namespaces: ['cost-codes', 'lists', 'imports'],
    as,
    at: `/cost-codes${at}`,
    answers: {
      'GET cost_codes': codes ?? [
        code('03 11', 'Hormigón encofrado'),
        code('03 30', 'Pour'),
        code('03 40', 'Old', { active: false, merged_into: '03 30' }),
      ],
      'POST rpc/cost_code_usage': [
        { cost_code_id: '03 30', minutes_this_month: 90, project_ids: ['p1', 'p2'] },
      ],
      'GET units': [],
      'GET cost_code_groups': [],
      'GET projects': [
        { id: 'p1', name: 'Harbor Point' },
        { id: 'p2', name: 'Annex' },
      ],
      'DELETE project_cost_codes': [],
      'POST rpc/save_rows': [],
    },
  });
const cell = (name: string) => screen.findByRole('gridcell', { name });

test('shows the hours of the month and how many projects a code is limited to', async () => {
  await open('manager');
  const row = (await cell('Pour')).closest('[role="row"]') as HTMLElement;
  expect(within(row).getByRole('gridcell', { name: '1:30' })).toBeInTheDocument();
  expect(within(row).getByRole('gridcell', { name: '2' })).toBeInTheDocument();
});

test('search ignores case and accents and wants every word', async () => {
  await open('manager', '?search=HORMIGON%2003');
  await cell('Hormigón encofrado');
  expect(screen.queryByRole('gridcell', { name: 'Pour' })).toBeNull();
});

test('a code that became part of another is neither merged nor brought back', async () => {
  const { user } = await open('manager', '?show=archived');
  await user.click(await cell('Old'));
  expect(screen.getByRole('gridcell', { name: words('lists:state.merged') })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: words('lists:rows.restore') })).toBeNull();
  expect(screen.queryByRole('button', { name: words('lists:merge.open') })).toBeNull();
});

test('the form of a code changes the projects it is limited to, and only those', async () => {
  const { user, backend } = await open('manager');
  await user.click(await cell('Pour'));
  await user.click(screen.getByRole('button', { name: words('lists:rows.edit') }));
  await user.click(
    await screen.findByRole('button', { name: words('lists:limits.remove', { project: 'Annex' }) }),
  );
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.sent('DELETE project_cost_codes')).toHaveLength(1);
  expect(backend.sent('POST rpc/save_rows')).toEqual([]);
});

test('an empty list starts with the codes of a trade', async () => {
  const { user, backend } = await open('manager', '', []);
  await screen.findByText(words('cost-codes:empty.title'));
  await user.click(
    screen.getAllByRole('button', { name: words('cost-codes:starter.open') }).at(-1) as HTMLElement,
  );
  await user.click(await screen.findByRole('button', { name: /^Add \d+ codes$/ }));
  await waitFor(() => {
    const [{ rows_param: rows }] = backend.sent('POST rpc/save_rows');
    expect(rows[0]).toMatchObject({
      new: true,
      values: { code: '01 31 00', unit: 'HR', code_group: 'General requirements' },
    });
  });
});

test('employees read the codes and change nothing', async () => {
  const { user, backend } = await open('employee');
  await user.click(await cell('Pour'));
  screen.getByRole('grid').focus();
  await user.keyboard('x{Enter}');
  expect(backend.sent('POST rpc/save_rows')).toEqual([]);
  for (const name of ['cost-codes:new', 'cost-codes:starter.open', 'lists:rows.edit'] as const)
    expect(screen.queryByRole('button', { name: words(name) })).toBeNull();
});
