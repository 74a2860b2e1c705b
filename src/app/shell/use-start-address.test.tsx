import { screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { useStartAddress } from '@/app/shell/use-start-address';
import { forgetAccount } from '@/entities/session/session-store';
import type { Role } from '@/entities/viewer/viewer';
import { openPart } from '@/testing/open';
import { session } from '@/testing/people';

const USER = session().user.id;
const stored = () => localStorage.getItem('chalkline.start');

function Shell() {
  useStartAddress();
  return <p>{useLocation().pathname}</p>;
}

const open = (as: Role, at: string) => openPart(<Shell />, { as, at, namespaces: [] });

test.each([
  ['employee', '/my-status'],
  ['foreman', '/crew'],
  ['owner', '/'],
] as const)(
  'the app of a person with the role %s opens at %s the next time',
  async (role, address) => {
    await open(role, '/settings');
    await waitFor(() => expect(stored()).toBe(`${USER} ${address}`));
    expect(screen.getByText('/settings')).toBeVisible();
  },
);

test('it is forgotten with the account', async () => {
  await open('employee', '/my-status');
  await waitFor(() => expect(stored()).not.toBeNull());
  await forgetAccount(USER);
  expect(stored()).toBeNull();
});

test('whoever became a foreman since is led from the clock to the crew', async () => {
  // What public/early.js does in a browser.
  document.documentElement.dataset['start'] = '/my-status';
  onTestFinished(() => void delete document.documentElement.dataset['start']);
  await open('foreman', '/my-status');
  expect(await screen.findByText('/crew')).toBeVisible();
});

test('who typed an address stays there', async () => {
  await open('foreman', '/my-status');
  await waitFor(() => expect(stored()).toBe(`${USER} /crew`));
  expect(screen.getByText('/my-status')).toBeVisible();
});
