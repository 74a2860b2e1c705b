import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CommandPalette } from '@/features/search/command-palette';
import { recentItems } from '@/lib/recent-items';
import { openPart, words } from '@/testing/open';
import { session } from '@/testing/people';

const answers = {
  'GET projects': [{ id: 'p1', name: 'Harbor wall', name_es: 'Muro del puerto' }],
  'GET employees': [],
  'GET cost_codes': [{ id: 'c1', code: '03-30', name: 'Concrete', name_es: 'Concreto' }],
  'POST rpc/search_records': [
    {
      kind: 'document',
      id: 'd1',
      title: 'Fall protection plan',
      detail: 'Safety',
      project_id: null,
      project_name: null,
      folder_id: 'f1',
      happened_on: null,
    },
  ],
};
const open = async (as: 'owner' | 'employee' = 'owner') => {
  const onClose = vi.fn();
  const opened = await openPart(
    <CommandPalette pages={[]} onClose={onClose} onStartTimer={vi.fn()} />,
    { namespaces: ['search', 'settings'], answers, as },
  );
  const input = await screen.findByPlaceholderText(words('search:placeholder'));
  return { ...opened, onClose, input };
};
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('finds what the server knows, and remembers what was opened', async () => {
  const { user, input, backend, onClose } = await open();
  await user.type(input, 'scaffold');
  const option = await screen.findByRole('option', { name: /Fall protection plan/ });
  expect(backend.sent('POST rpc/search_records').at(-1)).toEqual({ query_param: 'scaffold' });
  await user.click(option);
  expect(onClose).toHaveBeenCalled();
  expect(recentItems(session().user.id)[0]).toMatchObject({
    key: 'document d1',
    address: '/documents?folder=f1&document=d1',
  });
});

test('projects and cost codes by either of their names', async () => {
  const { user, input } = await open();
  await user.type(input, 'muro');
  expect(await screen.findByRole('option', { name: /^Harbor wall/ })).toBeVisible();
  await user.clear(input);
  await user.type(input, 'concreto');
  expect(await screen.findByRole('option', { name: /Concrete$/ })).toBeVisible();
});

test('an action by another word for it', async () => {
  const { user, input } = await open();
  await user.type(input, 'timesheets');
  expect(options()[0]).toBe(words('search:action.approveTime'));
});

test('employees do not find what managers do', async () => {
  const { user, input } = await open('employee');
  for (const typed of ['approve', 'new shift']) {
    await user.clear(input);
    await user.type(input, typed);
    expect(options().filter((text) => text !== 'Fall protection planSafety')).toEqual([]);
  }
});
