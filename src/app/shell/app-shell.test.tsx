import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { helpAddress } from '@/app/shell/help-address';
import { activeEntry, activePath, entriesOf, menuFor, navigation } from '@/app/shell/navigation';
import { RIGHTS } from '@/entities/company-role/rights';
import { MODULES } from '@/entities/viewer/module-names';
import type { Right, ViewerCompanyRole } from '@/entities/viewer/viewer';
import { Refusal } from '@/testing/backend';
import { expectConsoleOutput } from '@/testing/console-output';
import { openApp, words } from '@/testing/open';
import { viewerIn } from '@/testing/people';

// Most of these open an address without a screen, which needs no answers of its own.
beforeEach(() => expectConsoleOutput(/^No page at this address: \/nowhere/));

/** The shell around a page that asks for nothing. */
const UNKNOWN = 'nowhere';
const ANSWERS = {
  'GET projects': [],
  'GET cost_codes': [],
  'GET employees': [],
  'POST rpc/waiting_timesheets': [],
  'POST rpc/verification_count': 0,
};
const open = (path: string, options = {}) => openApp(path, { answers: ANSWERS, ...options });

test('search offers payroll only to those who may export it', async () => {
  const { user } = await open(`/${UNKNOWN}`, { as: 'employee' });
  await user.click(screen.getByRole('button', { name: /^Search/ }));
  expect(await screen.findByRole('option', { name: 'Start Timer' })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Export Payroll' })).toBeNull();
});

test('an unknown address shows the 404 page inside the shell, and is told to developers', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open('/nowhere');
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  expect(
    screen.getByText("The page you are looking for doesn't exist or has been moved."),
  ).toBeVisible();
  expect(screen.getByRole('navigation', { name: words('shell:nav.label') })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/');
  expect(logged.mock.calls.join()).toContain('/nowhere');
  logged.mockRestore();
});

test('an unknown address stands alone for those who are not signed in', async () => {
  await open('/nowhere', { as: null });
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('someone without a name goes by the address', async () => {
  const profile = {
    ...viewerIn('owner').profile,
    first_name: '',
    last_name: '',
    role: null,
  } as never;
  await open('/nowhere', { viewer: { profile, employee: null, company: null } });
  expect(screen.getByRole('button', { name: 'Account menu: maria, User' })).toBeVisible();
});

test('says when signing out failed, and stays', async () => {
  const { user } = await open(`/${UNKNOWN}`, {
    answers: { ...ANSWERS, 'POST auth/logout': new Refusal(500, { message: 'no' }) },
  });
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText(words('common:signOut.failedText'))).toBeVisible();
});

test.each([
  ['/payroll', '/help/payroll'],
  ['/', '/help/dashboard'],
  ['/crew-hours', '/help/employees'],
  ['/scheduling/time-off', '/help/scheduling'],
  ['/nowhere', '/help'],
])('help about %s is at %s', (screenPath, address) => {
  expect(helpAddress(screenPath)).toBe(address);
});

test('the account menu leads to the guide', async () => {
  const { user } = await open(`/${UNKNOWN}`, { as: 'employee' });
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: words('shell:account.help') }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'First week with Chalkline' }),
  ).toBeVisible();
});

test('Back closes what is open also on the first page of a visit', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await open(`/${UNKNOWN}`);
  await user.click(screen.getByRole('button', { name: /^Search/ }));
  expect(await screen.findByRole('dialog')).toBeVisible();
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.pathname).toBe(`/${UNKNOWN}`);
  logged.mockRestore();
});

const OFFICE_ENTRIES = 20;
const WORKER_ENTRIES = ['My Status', 'My time', 'Schedule', 'Time Off', 'Photos', 'Documents'];
const NOT_FOR_WORKERS = ['Dashboard', 'Budgets', 'Management Lists', 'Field Reports'];

const entries = () =>
  within(screen.getByRole('navigation', { name: words('shell:nav.label') }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test.each([
  [
    'left',
    { deactivated: true },
    ['Dashboard', 'Time Tracker', 'My Status', 'Payroll', 'Settings'],
  ],
  ['have no company yet', {}, ['Dashboard', 'Settings']],
])('the menu of people who %s lists what opens', async (_, more, expected) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open(`/${UNKNOWN}`, { viewer: { employee: null, company: null, ...more } });
  expect(entries()).toEqual(expected);
  logged.mockRestore();
});

test('managers have everything in sight', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open(`/${UNKNOWN}`, { as: 'manager' });
  expect(entries()).toHaveLength(OFFICE_ENTRIES);
  expect(screen.queryByRole('button', { name: words('shell:nav.more') })).toBeNull();
  logged.mockRestore();
});

test('public work is in the menu of the office once there is a contract', () => {
  const paths = (more: object) =>
    entriesOf(menuFor({ ...viewerIn('manager'), ...more })).map(({ path }) => path);
  expect(paths({})).not.toContain('/public-work');
  expect(paths({ public_work: true })).toHaveLength(OFFICE_ENTRIES + 1);
  expect(paths({ public_work: true })).toContain('/public-work');
  const foreman = menuFor({ ...viewerIn('foreman'), public_work: true });
  expect(entriesOf(foreman).map(({ path }) => path)).not.toContain('/public-work');
});

test('the office sees extra work once there is a ticket, foremen always', () => {
  const paths = (viewer: Parameters<typeof menuFor>[0]) =>
    entriesOf(menuFor(viewer)).map(({ path }) => path);
  expect(paths(viewerIn('owner'))).not.toContain('/tickets');
  expect(paths(viewerIn('owner', { extra_work: true }))).toContain('/tickets');
  expect(paths(viewerIn('foreman'))).toContain('/tickets');
});

test.each(MODULES)('%s, switched off or on by name, leaves or enters the office’s menu', (name) => {
  const paths = (on: boolean) =>
    entriesOf(menuFor(viewerIn('owner', { modules: { [name]: on } }))).map(({ path }) => path);
  expect(paths(false)).not.toContain(`/${name}`);
  expect(paths(true)).toContain(`/${name}`);
});

test('what is opened from a screen that is off has an entry of its own', () => {
  const paths = (modules: Record<string, boolean>) =>
    entriesOf(menuFor(viewerIn('owner', { modules }))).map(({ path }) => path);
  const own = ['/forms', '/safety', '/scheduling/time-off'];
  expect(paths({})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/forms|safety|off/)]),
  );
  expect(paths({ verification: false, scheduling: false })).toEqual(expect.arrayContaining(own));
  expect(paths({ verification: false, forms: false })).not.toContain('/forms');
});

test('a group whose modules are all off is gone with its heading, and a phone loses the tab', () => {
  const modules = { scheduling: false, map: false, budgets: false, photos: false };
  const withoutLists = {
    ...modules,
    bulletin: false,
    management: false,
    'activity-reports': false,
  };
  const headings = menuFor(viewerIn('owner', { modules: withoutLists })).groups.map(
    ({ heading }) => heading,
  );
  expect(headings).not.toContain('office');
  expect(headings).toContain('jobs');
  const worker = menuFor(viewerIn('employee', { modules }));
  expect(worker.tabs.map(({ path }) => path)).toEqual(['/my-status', '/time-tracker']);
  expect(entriesOf(worker).map(({ path }) => path)).toContain('/scheduling/time-off');
});

test('expenses are in everybody’s menu once the company uses them', () => {
  for (const role of ['employee', 'foreman', 'manager'] as const) {
    const viewer = viewerIn(role);
    const paths = (on: boolean) => {
      const company = viewer.company && { ...viewer.company, expenses_on: on };
      return entriesOf(menuFor({ ...viewer, company })).map(({ path }) => path);
    };
    expect(paths(false)).not.toContain('/expenses');
    expect(paths(true)).toContain('/expenses');
  }
});

test('workers have six entries, the rest behind More, and nothing that is not for them', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await open(`/${UNKNOWN}`, { as: 'employee' });
  expect(entries()).toEqual(WORKER_ENTRIES);
  const more = screen.getByRole('button', { name: words('shell:nav.more') });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await user.click(more);
  expect(entries()).toEqual(expect.arrayContaining(['Payroll', 'Bulletin', 'Settings']));
  for (const title of NOT_FOR_WORKERS) expect(entries()).not.toContain(title);
  logged.mockRestore();
});

test('what a role of the company opens is in sight, once', () => {
  const menu = (role: 'employee' | 'foreman', rights: readonly Right[], scope = 'everyone') =>
    menuFor(
      viewerIn(role, {
        company_role: { id: 'r', name: 'Own', rights, scope } as ViewerCompanyRole,
      }),
    );
  const paths = (list: readonly { path: string }[]) => list.map(({ path }) => path);
  const inSightOf = ({ groups }: ReturnType<typeof menuFor>) =>
    groups.flatMap(({ entries: own }) => paths(own));
  const clerk = menu('employee', ['payroll', 'approve_time', 'see_rates']);
  expect(paths(clerk.groups.at(-1)?.entries ?? [])).toEqual(['/payroll', '/employees']);
  expect(paths(clerk.more)).not.toContain('/payroll');
  expect(inSightOf(menu('employee', ['manage_lists'], 'own_projects'))).toEqual([
    ...inSightOf(menuFor(viewerIn('employee'))),
    '/projects',
  ]);
  for (const base of ['employee', 'foreman'] as const) {
    const all = paths(entriesOf(menu(base, [...RIGHTS])));
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(['/budgets', '/tickets', '/management', '/map']));
  }
  expect(menu('employee', ['edit_time', 'schedule'])).toEqual(menuFor(viewerIn('employee')));
  // Where time is approved in steps, whoever may decide them finds what waits.
  const inSight = (role: 'employee' | 'foreman') =>
    inSightOf(menuFor(viewerIn(role, { approval_chains: true })));
  expect(inSight('foreman')).toContain('/verification');
  expect(inSight('employee')).not.toContain('/verification');
});

test('foremen have their crew first, and no lists of the office', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await open(`/${UNKNOWN}`, { as: 'foreman' });
  expect(entries()[0]).toBe('My crew');
  expect(entries()).toEqual(expect.arrayContaining(['Crew hours', 'Field Reports', 'Progress']));
  await user.click(screen.getByRole('button', { name: words('shell:nav.more') }));
  expect(entries()).not.toContain('Management Lists');
  logged.mockRestore();
});

test('of two entries that fit an address the longer one is where one is', () => {
  const foreman = entriesOf(menuFor(viewerIn('foreman')));
  expect(activePath('/scheduling/time-off', foreman)).toBe('/scheduling/time-off');
  expect(activePath('/scheduling', foreman)).toBe('/scheduling');
  expect(activePath('/scheduling/time-off', navigation)).toBe('/scheduling');
  expect(activePath('/nowhere', navigation)).toBeUndefined();
});

test('a screen without an entry marks the one it is opened from', () => {
  const office = menuFor(viewerIn('owner'));
  expect(activeEntry('/safety', office)).toBe('/verification');
  expect(activeEntry('/forms', office)).toBe('/verification');
  expect(activeEntry('/forms/fill', office)).toBe('/my-status');
  expect(activeEntry('/crew', office)).toBe('/employees');
  expect(activeEntry('/nowhere', office)).toBeUndefined();
  const foreman = menuFor(viewerIn('foreman'));
  expect(activeEntry('/crew', foreman)).toBe('/crew');
  expect(activeEntry('/site-sign-in', foreman)).toBe('/crew');
  expect(activeEntry('/forms', menuFor(viewerIn('employee')))).toBe('/my-status');
});
