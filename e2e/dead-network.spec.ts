import type { Page } from '@playwright/test';
import { middayZone } from '../testing/midday-zone.ts';
import { MODULE } from './fixtures.ts';
import { makeCompany } from './support/company.ts';
import { DEAD_LINE, expect, test } from './support/line-fixtures.ts';
import { choose, entriesOf } from './support/time.ts';

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });

const controls = (page: Page) => page.getByRole('region', { name: 'Timer' });
const press = (page: Page, name: string) =>
  controls(page).getByRole('button', { name, exact: true }).click();

async function openStatus(page: Page): Promise<void> {
  await page.goto('/my-status');
  await expect(page.locator('h1')).toHaveText('My Status');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Killed as a phone kills it: nothing of the page runs after this. */
async function reopen(page: Page): Promise<Page> {
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto('/my-status');
  await expect(next.locator('h1')).toHaveText('My Status');
  return next;
}

test('a punch on a dead line is there after the app was closed at once', { tag: MODULE }, async ({
  page: first,
  line,
  signInAs,
  expectedConsoleErrors,
}) => {
  test.slow();
  expectedConsoleErrors.push(...DEAD_LINE);
  const company = await makeCompany({ timeZone: middayZone() });
  const worker = await company.addPerson('employee');
  await signInAs(worker);
  await openStatus(first);
  await choose(controls(first), 'Project', 'Riverside Tower');
  await choose(controls(first), 'Cost code', /03 11 00/);

  line.die();
  await press(first, 'Start');
  await expect(first.getByText(/On the clock since/)).toBeVisible();
  let page = await reopen(first);
  // The office knows nothing, the phone does.
  await expect(page.getByText(/On the clock since/)).toBeVisible();
  await expect(page.getByText('1 punch not sent yet.')).toBeVisible();
  expect(await entriesOf(worker)).toHaveLength(0);

  line.revive();
  await expect.poll(() => entriesOf(worker)).toHaveLength(1);
  await expect(page.getByText(/not sent yet/)).toHaveCount(0);
  await expect(page.getByText(/On the clock since/)).toBeVisible();

  // The same with the stop.
  line.die();
  await press(page, 'Stop');
  await expect(page.getByText('Off the clock')).toBeVisible();
  page = await reopen(page);
  await expect(page.getByText('Off the clock')).toBeVisible();
  line.revive();
  await expect.poll(() => entriesOf(worker)).toMatchObject([{ clock_out: expect.any(String) }]);
});
