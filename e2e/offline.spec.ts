import type { BrowserContext, Page } from '@playwright/test';
import { middayZone } from '../testing/midday-zone.ts';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { makeCompany } from './support/company.ts';
import { choose, entriesOf } from './support/time.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** What the browser itself reports while there is no network. */
const NO_SIGNAL = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Could not load|Failed to fetch|WebSocket/];

const controls = (page: Page) => page.getByRole('region', { name: 'Timer' });
const press = (page: Page, name: string) =>
  controls(page).getByRole('button', { name, exact: true }).click();

/** Opens My Status and waits until the app could open without a signal. */
async function openStatus(page: Page): Promise<void> {
  await page.goto('/my-status');
  await expect(page.locator('h1')).toHaveText('My Status', { timeout: 30_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Another page, with nothing of the old one's memory and nothing in the browser's own cache. */
async function reopen(page: Page): Promise<Page> {
  const context = page.context();
  const next = await context.newPage();
  await (await context.newCDPSession(next)).send('Network.clearBrowserCache');
  await page.close();
  await next.goto('/my-status');
  return next;
}

async function startWithoutSignal(page: Page, context: BrowserContext): Promise<void> {
  await choose(controls(page), 'Project', 'Riverside Tower');
  await choose(controls(page), 'Cost code', /03 11 00/);
  await context.setOffline(true);
  await press(page, 'Start');
  await expect(page.getByText(/On the clock since/)).toBeVisible();
  await expect(page.getByText('1 punch not sent yet.')).toBeVisible();
}

test('a day in airplane mode: nothing is lost, nothing is doubled', async ({
  page: first,
  context,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(...NO_SIGNAL);
  const company = await makeCompany({ timeZone: middayZone() });
  const worker = await company.addPerson('employee');
  let page = first;
  await signInAs(worker);
  await openStatus(page);
  await startWithoutSignal(page, context);

  await press(page, 'Pause');
  await page.getByRole('menuitem', { name: 'Meal, unpaid' }).click();
  await expect(page.getByText(/On break since/)).toBeVisible();

  // Killed and opened again in the basement.
  page = await reopen(page);
  await expect(page.getByText(/On break since/)).toBeVisible();
  await press(page, 'Resume');
  await press(page, 'Switch');
  const dialog = page.getByRole('dialog', { name: 'Switch project' });
  await choose(dialog, 'Project', 'Elm St. Duplex');
  await choose(dialog, 'Cost code', /03 30 00/);
  await dialog.getByRole('button', { name: 'Switch' }).click();
  await expect(dialog).toHaveCount(0);
  await press(page, 'Stop');
  // Both entries are in the list, though the server has heard of neither.
  await expect(page.getByRole('list', { name: 'Today' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('5 punches not sent yet.')).toBeVisible();
  await page.getByRole('button', { name: 'See list' }).click();
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  expect(await entriesOf(worker)).toHaveLength(0);

  await context.setOffline(false);
  await expect(page.getByText(/not sent yet/i)).toHaveCount(0, { timeout: 20_000 });
  const entries = must(
    await worker.client
      .from('time_entries')
      .select('clock_in, clock_out, breaks:time_entry_breaks(ended_at)')
      .eq('employee_id', worker.employeeId)
      .order('clock_in'),
  );
  expect(entries).toHaveLength(2);
  expect(entries[0]?.clock_out).toBe(entries[1]?.clock_in);
  expect(entries[0]?.breaks).toHaveLength(1);
  expect(entries[1]?.clock_out).not.toBeNull();
});

test('what cannot be applied waits for a manager; another account sees and sends nothing', async ({
  page,
  context,
  browser,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(...NO_SIGNAL);
  const company = await makeCompany({ timeZone: middayZone() });
  const worker = await company.addPerson('employee');
  const other = await company.addPerson('employee');
  await signInAs(worker);
  await openStatus(page);
  await startWithoutSignal(page, context);
  const archive = (archived_at: string | null) =>
    company.owner.client
      .from('projects')
      .update({ archived_at })
      .eq('company_id', company.id)
      .eq('name', 'Riverside Tower')
      .select('id');
  must(await archive(new Date().toISOString()));

  // Someone else takes the phone: the session changes, the punch stays with its owner.
  await page.evaluate(
    (session) => localStorage.setItem('chalkline.session', session),
    JSON.stringify(other.session),
  );
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText('Off the clock')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/not sent yet/)).toHaveCount(0);
  expect(await entriesOf(other)).toHaveLength(0);

  await page.evaluate(
    (session) => localStorage.setItem('chalkline.session', session),
    JSON.stringify(worker.session),
  );
  await page.reload();
  await expect(page.getByText('Someone has to decide')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/no longer open. Pick another/)).toBeVisible();
  expect(await entriesOf(worker)).toHaveLength(0);

  must(await archive(null));
  const office = await browser.newPage({ baseURL: page.url() });
  await signInAs(company.owner, office);
  await office.goto('/');
  await office.getByRole('button', { name: 'Use this punch' }).click();
  await expect(office.getByText('The punch counts now')).toBeVisible();
  expect(await entriesOf(worker)).toMatchObject([{ clock_out: null }]);
  await office.close();
});
