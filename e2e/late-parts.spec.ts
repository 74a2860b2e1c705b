import { isLong } from '../testing/test-length.ts';
import { expect, test } from './fixtures.ts';
import {
  blockFiles,
  expectStanding,
  FAILURES,
  type Failure,
  lateFiles,
  missing,
  pressAll,
  typeBeside,
} from './support/late-parts.ts';
import { openScreen } from './support/open-screen.ts';
import { groups, LATE_TABS, SCREENS } from './support/screens.ts';
import { choose, toast } from './support/time.ts';

const NOT_LOADED = [/ERR_FAILED|Failed to (load|fetch)|Could not load|WebSocket/];
const failures = Object.keys(FAILURES) as Failure[];

for (const failure of failures) {
  test(`what was typed stays when every further file is ${failure}`, async ({
    page,
    company,
    signInAs,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(...NOT_LOADED);
    await page.clock.install();
    await signInAs(company.owner);
    await page.goto('/time-tracker');
    await page.getByRole('button', { name: 'Add Manual Entry' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Time Entry' });
    await dialog.getByLabel('Description').fill('Poured the north wall');
    const letThrough = await blockFiles(page, failure);
    // Past everything that is read by itself after the first screen.
    await page.clock.runFor(30_000);
    await dialog.getByRole('combobox', { name: 'Project' }).click();
    await page.clock.runFor(10_000);
    await expect(missing(page).first()).toBeVisible();
    await expect(dialog.getByLabel('Description')).toHaveValue('Poured the north wall');
    await letThrough();
    await page.clock.runFor(10_000);
    await expect(missing(page)).toHaveCount(0);
    await page.getByRole('option', { name: /Riverside Tower/ }).click();
    await expect(dialog.getByLabel('Description')).toHaveValue('Poured the north wall');
  });
}

test('a screen whose code does not arrive says so inside the shell, and opens without a reload', async ({
  page,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(...NOT_LOADED);
  await signInAs(company.owner);
  await page.goto('/time-tracker');
  await expectStanding(page, 'Time Tracker');
  const letThrough = await blockFiles(page, 'refused', (file) =>
    /\/(payroll|projects)-/.test(file),
  );
  await openScreen(page, '/payroll');
  await expect(missing(page).first()).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await letThrough();
  await expectStanding(page, 'Payroll');

  // Also when the page itself was opened without it.
  const again = await blockFiles(page, 'refused', (file) => /\/projects-/.test(file));
  await page.goto('/projects');
  await expect(missing(page).first()).toBeVisible();
  await again();
  await expectStanding(page, 'Projects');
  const styles = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
  expect(styles.filter((href, index) => href && styles.indexOf(href) !== index)).toEqual([]);
});

test('what was said while the code that says it was missing is said when it is here', async ({
  page,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(...NOT_LOADED);
  const letThrough = await blockFiles(page, 'refused', (file) => /\/toaster-/.test(file));
  await signInAs(company.owner);
  await page.goto('/time-tracker');
  const timer = page.getByRole('region', { name: 'Timer' });
  await choose(timer, 'Project', 'Riverside Tower');
  await choose(timer, 'Cost code', /03 30 00/);
  await timer.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(timer.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await expect(toast(page, 'Timer started')).toHaveCount(0);
  await letThrough();
  await expect(toast(page, 'Timer started')).toBeVisible();
});

test('where the code to scan cannot be drawn, a notice stands in its place and nothing is printed', async ({
  page,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(...NOT_LOADED, /qr-picture|This part|part_missing/);
  await signInAs(company.owner);
  await blockFiles(page, 'refused', (file) => /\/qr-picture-/.test(file));
  await page.goto(`/projects?project=${company.projects[0]?.id}&tab=setup`);
  await expect(missing(page)).toBeVisible();
  await expect(page.getByRole('main').getByText('Scan to clock in')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Print' })).toBeDisabled();
});

/** Those that need no record of their own. */
const ADDRESSES = [...SCREENS.filter((path) => !path.includes('{')), ...LATE_TABS];

for (const [index, screens] of groups(ADDRESSES, 5).entries()) {
  for (const failure of isLong ? failures : [failures[index % 2] as Failure]) {
    test(`every further file is ${failure}: ${screens.join(' ')}`, async ({
      page,
      company,
      signInAs,
      expectedConsoleErrors,
    }) => {
      test.slow();
      expectedConsoleErrors.push(...NOT_LOADED, /No page at this address/);
      await signInAs(company.owner);
      for (const screen of screens) {
        await page.goto(screen);
        await typeBeside(page);
        const heading = (await page.locator('h1').first().textContent()) ?? '';
        const letThrough = await blockFiles(page, failure);
        await pressAll(page, heading, isLong ? 30 : 6);
        await letThrough();
      }
    });
  }
}

if (isLong) {
  for (const file of lateFiles()) {
    test(`without ${file} alone`, async ({ page, company, signInAs, expectedConsoleErrors }) => {
      test.setTimeout(600_000);
      expectedConsoleErrors.push(...NOT_LOADED, /No page at this address/);
      await signInAs(company.owner);
      for (const screen of ADDRESSES) {
        await page.goto(screen);
        await typeBeside(page);
        const heading = (await page.locator('h1').first().textContent()) ?? '';
        const letThrough = await blockFiles(page, 'refused', (name) => name === file);
        await pressAll(page, heading, 30);
        await letThrough();
      }
    });
  }
}
