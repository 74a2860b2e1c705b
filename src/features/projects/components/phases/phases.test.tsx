import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Project } from '@/features/projects/api/queries';
import { PhasesSetup } from '@/features/projects/components/phases/phases-setup';
import { ProjectsScreen } from '@/features/projects/projects-screen';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const project = (id: string, name: string, parent_id: string | null = null) => ({
  id,
  name,
  parent_id,
  company_id: COMPANY_ID,
  client: null,
  number: null,
  status: 'active',
  color: null,
  archived_at: null,
  created_at: '2026-01-01',
  updated_at: '2026-01-01',
  deadline: null,
  percent_complete: 0,
  phases_only: false,
});
const ROWS = [
  project('site', 'Riverside'),
  project('level', 'Level 2', 'site'),
  project('framing', 'Framing', 'level'),
  project('barn', 'Old Barn'),
];
const answers = {
  'GET projects': ROWS,
  'POST rpc/project_overview': [
    {
      project_id: 'site',
      team_size: 0,
      seconds: 3600,
      entries: 1,
      branch_seconds: 25_200,
      branch_percent: 62.5,
    },
  ],
};
const setUp = (id: string, more = {}) => {
  const row = ROWS.find((one) => one.id === id);
  const shown = { ...row, branchSeconds: 0, branchPercent: null } as unknown as Project;
  return openPart(<PhasesSetup project={shown} />, {
    namespaces: ['projects', 'phases'],
    answers: { ...answers, ...more },
  });
};

afterEach(() => window.history.replaceState(null, '', '/'));

test('the list is a tree that closes by press and by key, with totals of the branch', async () => {
  window.history.replaceState(null, '', '/projects?view=table');
  const { user } = await openPart(<ProjectsScreen />, {
    namespaces: ['projects'],
    at: '/projects?view=table',
    answers,
  });
  const close = await screen.findByRole('button', {
    name: words('projects:hidePhases', { name: 'Riverside' }),
  });
  expect(screen.getByText('7:00')).toBeVisible();
  expect(screen.getByText(words('projects:ownHours', { hours: '1:00' }))).toBeVisible();
  expect(screen.getByRole('link', { name: 'Framing' })).toBeVisible();
  await user.click(close);
  expect(screen.queryByRole('link', { name: 'Framing' })).toBeNull();
  const open = screen.getByRole('button', {
    name: words('projects:showPhases', { name: 'Riverside' }),
  });
  expect(open).toHaveAttribute('aria-expanded', 'false');
  open.focus();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByRole('link', { name: 'Framing' })).toBeVisible();
});

test('a phase is found by the name of its project', async () => {
  await openPart(<ProjectsScreen />, {
    namespaces: ['projects'],
    at: '/projects?search=riverside',
    answers,
  });
  expect(await screen.findByRole('heading', { name: 'Framing' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Old Barn' })).toBeNull();
});

test('a branch is moved only where it fits, and a refusal keeps the dialog open', async () => {
  const { user, backend } = await setUp('level', {
    'POST rpc/save_changes': new Refusal(400, { hint: 'parent_archived' }),
  });
  await user.click(await screen.findByRole('button', { name: words('phases:move.open') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: words('phases:partOf') }));
  const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
  expect(offered).toEqual([words('phases:ownProject'), 'Old Barn', 'Riverside']);
  await user.click(screen.getByRole('option', { name: 'Old Barn' }));
  await user.click(dialog.getByRole('button', { name: words('phases:move.button') }));
  await waitFor(() => expect(backend.sent('POST rpc/save_changes')).toHaveLength(1));
  expect(backend.sent('POST rpc/save_changes')).toMatchObject([
    { changes_param: { parent_id: 'barn' }, based_on_param: { parent_id: 'site' } },
  ]);
  expect(await dialog.findByRole('alert')).toBeVisible();
});

test('a phase is added to what it is a part of; below a sub-phase there is no more', async () => {
  const { user, backend } = await setUp('site', { 'POST projects': null });
  await user.click(await screen.findByRole('button', { name: words('phases:add') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(words('projects:field.name')), 'Level 3');
  await user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  await waitFor(() =>
    expect(backend.sent('POST projects')).toMatchObject([{ name: 'Level 3', parent_id: 'site' }]),
  );
});

test('nothing goes below a sub-phase', async () => {
  await setUp('framing');
  expect(await screen.findByText(words('phases:deepest'))).toBeVisible();
  expect(screen.queryByRole('button', { name: words('phases:add') })).toBeNull();
});
