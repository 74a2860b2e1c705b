import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { expectConsoleOutput } from '@/testing/console-output';
import { openApp, words } from '@/testing/open';

// Most of these open an address without a screen, which needs no answers of its own.
beforeEach(() => expectConsoleOutput(/^No page at this address: \/nowhere/));

const ANSWERS = {
  'GET projects': [],
  'GET cost_codes': [],
  'GET employees': [],
  'POST rpc/waiting_timesheets': [],
  'POST rpc/verification_count': 0,
};
const open = (as: 'owner' | 'manager' | 'employee') =>
  openApp('/nowhere', { answers: ANSWERS, as });
const notice = () => screen.queryByRole('complementary', { name: 'Plain HTTP' });

// The page that asks for nothing is one that does not exist, which is logged.
let logged: MockInstance;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  logged.mockRestore();
  vi.stubGlobal('isSecureContext', true);
});

test.each(['owner', 'manager'] as const)('over plain HTTP it is said once to: %s', async (role) => {
  vi.stubGlobal('isSecureContext', false);
  const { user } = await open(role);
  await waitFor(() => expect(notice()).toBeVisible());
  expect(screen.getByRole('link', { name: words('plain-http:action') })).toHaveAttribute(
    'href',
    '/lan',
  );
  await user.click(screen.getByRole('button', { name: words('plain-http:dismiss') }));
  expect(notice()).toBeNull();
  cleanup();
  await open(role);
  await screen.findByRole('heading', { name: 'Page Not Found' });
  expect(notice()).toBeNull();
});

test('employees, and whoever has HTTPS, see nothing of it', async () => {
  vi.stubGlobal('isSecureContext', false);
  await open('employee');
  await screen.findByRole('heading', { name: 'Page Not Found' });
  expect(notice()).toBeNull();
  cleanup();
  vi.stubGlobal('isSecureContext', true);
  await open('owner');
  await screen.findByRole('heading', { name: 'Page Not Found' });
  expect(notice()).toBeNull();
});
