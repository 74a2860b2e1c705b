import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProjectsScreen } from '@/features/projects/projects-screen';
import type { Row } from '@/lib/rows';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const project = (name: string, client: string | null = null): Partial<Row<'projects'>> => ({
  id: crypto.randomUUID(),
  company_id: COMPANY_ID,
  name,
  client,
  status: 'active',
  percent_complete: 0,
  archived_at: null,
  updated_at: '2026-03-09T12:00:00Z',
});

const ANSWERS = {
  'GET projects': [project('Peña Tower', 'Northbank'), project('Elm St. Duplex')],
  'POST rpc/project_overview': [],
};
const open = (options = {}) =>
  openPart(<ProjectsScreen />, { namespaces: ['projects'], answers: ANSWERS, ...options });

test('search finds names without their accents', async () => {
  const { user } = await open();
  await screen.findByRole('heading', { name: 'Elm St. Duplex' });
  await user.type(screen.getByLabelText(words('projects:search')), 'pena');
  expect(screen.getByRole('heading', { name: 'Peña Tower' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Elm St. Duplex' })).toBeNull();
});

test('a project needs a name; with one it is sent, and the dialog closes', async () => {
  const { user, backend } = await open();
  await user.click(await screen.findByRole('button', { name: words('projects:new') }));
  const dialog = await screen.findByRole('dialog');
  const save = within(dialog).getByRole('button', { name: words('common:action.save') });
  await user.click(save);
  const name = within(dialog).getByLabelText(words('projects:field.name'));
  expect(name).toBeInvalid();
  expect(name).toHaveAccessibleDescription(words('projects:required.name'));
  expect(backend.sent('POST projects')).toEqual([]);

  backend.answer({ 'POST projects': null });
  await user.type(name, 'Riverside');
  await user.click(save);
  await waitFor(() => expect(screen.getByText(words('projects:toast.created'))).toBeVisible());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.sent('POST projects')).toMatchObject([
    { name: 'Riverside', company_id: COMPANY_ID },
  ]);
});

test('a number that is taken is said beside it, and what was typed stays', async () => {
  const { user } = await open({
    answers: {
      ...ANSWERS,
      'POST projects': new Refusal(409, {
        code: '23505',
        message:
          'duplicate key value violates unique constraint "projects_number_once_per_company"',
      }),
    },
  });
  await user.click(await screen.findByRole('button', { name: words('projects:new') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(words('projects:field.name')), 'Riverside');
  await user.type(dialog.getByLabelText(words('projects:field.number'), { exact: false }), 'P100');
  await user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  expect(await dialog.findByText(words('projects:required.numberTaken'))).toBeVisible();
  expect(dialog.getByLabelText(words('projects:field.name'))).toHaveValue('Riverside');
});

test('employees may look but not write', async () => {
  await open({ as: 'employee' });
  await screen.findByRole('heading', { name: 'Elm St. Duplex' });
  expect(screen.queryByRole('button', { name: words('projects:new') })).toBeNull();
  expect(screen.queryByRole('button', { name: /Elm St. Duplex/ })).toBeNull();
});
