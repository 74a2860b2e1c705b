import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePlaces } from '@/app/places/use-places';
import { MODULES } from '@/entities/viewer/module-names';
import type { Role, ViewerAnswer } from '@/entities/viewer/viewer';
import type { Page } from '@/features/search/command-palette';
import { openPart } from '@/testing/open';
import { viewerIn } from '@/testing/people';

let found: Page[] = [];
function Found() {
  found = usePlaces();
  return (
    <button type="button" onClick={() => found.find(({ run }) => run)?.run?.()}>
      ready
    </button>
  );
}

async function placesOf(role: Role, viewer: Partial<ViewerAnswer> = {}) {
  const opened = await openPart(<Found />, {
    namespaces: ['places', 'shell', 'settings', 'modules'],
    as: role,
    viewer: { ...viewerIn(role), ...viewer },
    answers: { 'GET system/v1/access': { allowed: false } },
  });
  await screen.findByText('ready');
  return { ...opened, titles: found.map(({ title }) => title) };
}

test.each([
  ['owner', ['Approval chains', 'Crew Clock', 'Evidence packets', 'Required certificates'], []],
  ['manager', ['Crew Clock', 'Evidence packets'], ['Approval chains', 'Data']],
  ['foreman', ['Break board', 'Roll call', 'Forms'], ['Evidence packets', 'Modules', 'Crews']],
  [
    'employee',
    ['Forms', 'Time Off', 'Open shifts and swaps'],
    ['Crew Clock', 'Roll call', 'Kiosks'],
  ],
] as const)('%s finds what is for the role, and nothing else', async (role, has, hasNot) => {
  const { titles } = await placesOf(role);
  for (const title of has) expect(titles).toContain(title);
  for (const title of hasNot) expect(titles).not.toContain(title);
  expect(new Set(found.map(({ path, title }) => `${path} ${title}`)).size).toBe(found.length);
});

test('what is off is found by name: an owner switches it on, a manager reads whom to ask', async () => {
  const modules = Object.fromEntries(MODULES.map((name) => [name, false]));
  const { user, backend } = await placesOf('owner', { modules });
  const map = found.find(({ title }) => title === 'Map');
  expect(map).toMatchObject({ path: '/map', detail: 'Switch on Map', isInMenu: false });
  for (const name of MODULES)
    expect(found.some(({ path, run }) => path.startsWith(`/${name}`) && run)).toBe(true);
  backend.answer({ 'POST rpc/set_module': null });
  await user.click(screen.getByText('ready'));
  expect(await screen.findByText(/ is on$/)).toBeVisible();
  expect(backend.sent('POST rpc/set_module')).toHaveLength(1);
});

test('a manager reads of what is off whom to ask', async () => {
  await placesOf('manager', { modules: { map: false } });
  const map = found.find(({ title }) => title === 'Map');
  expect(map).toMatchObject({ path: '/map', detail: 'Off: ask an owner' });
  expect(found.some(({ run }) => run)).toBe(false);
});

test('people of a site do not find what is off', async () => {
  await placesOf('foreman', { modules: { tickets: false, forms: false, map: false } });
  const paths = found.map(({ path }) => path);
  for (const path of ['/tickets', '/forms', '/map']) expect(paths).not.toContain(path);
  expect(paths).toContain('/crew-hours');
});
