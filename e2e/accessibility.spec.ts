import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { makeAccount } from './support/account.ts';
import type { Company } from './support/company.ts';

const PUBLIC = [
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/unsubscribe',
  `/unsubscribe?token=0192f0aa-0000-7000-8000-000000000000.project_updates.${'0'.repeat(64)}`,
  '/nowhere',
];
const SIGNED_IN = [
  '/',
  '/time-tracker',
  '/my-status',
  '/projects',
  '/settings',
  '/payroll',
  '/employees',
  '/cost-codes',
  '/equipment',
  '/nowhere',
];
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

async function expectNoViolations(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading…' })).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${where} ${id}: ${nodes.map((node) => node.html).join('\n')}`,
  );
  expect(found).toEqual([]);
}

for (const theme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${theme}, ${size}`, () => {
      test.use({ colorScheme: theme, viewport });

      test('axe finds nothing on the way in', async ({ page, expectedConsoleErrors }) => {
        test.slow();
        expectedConsoleErrors.push(/No page at this address/);
        for (const path of PUBLIC) {
          await page.goto(path);
          await expectNoViolations(page, path);
        }
        await page.goto('/auth/register');
        await page.getByRole('button', { name: 'Create Account' }).click();
        await expectNoViolations(page, '/auth/register with errors');
      });

      test('axe finds nothing on any screen', async ({
        page,
        company,
        signInAs,
        expectedConsoleErrors,
      }) => {
        test.setTimeout(240_000);
        expectedConsoleErrors.push(/No page at this address/);
        await withWork(company);
        await signInAs(company.owner);
        for (const path of SIGNED_IN) {
          await page.goto(path);
          await expectNoViolations(page, path);
        }
      });

      test('axe finds nothing in what opens', async ({ page, company, signInAs }) => {
        test.slow();
        await signInAs(company.owner);
        await page.goto('/equipment');
        await page.getByRole('button', { name: 'Start Timer' }).click();
        await expect(page.getByLabel('What are you working on?')).toBeVisible();
        await expectNoViolations(page, 'timer panel');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /Account menu/ }).click();
        await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
        await expectOpenedClean(page, '[role="menu"]');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+k');
        await expect(page.getByPlaceholder(/Search pages/)).toBeFocused();
        await expectOpenedClean(page, '[role="dialog"]');
      });

      test('axe finds nothing in onboarding', async ({ page, signInAs }) => {
        await signInAs(await makeAccount());
        await page.goto('/');
        await expect(page.getByLabel('Company name')).toBeVisible();
        await expectNoViolations(page, 'onboarding');
        await page.getByLabel('Company name').fill('Soto Drywall');
        await page.getByRole('button', { name: 'Next' }).click();
        await expect(page.getByLabel('Project name')).toBeVisible();
        await expectNoViolations(page, 'onboarding, second step');
      });
    });
  }
}

/** While a menu or dialog is open the rest of the page is hidden from everyone. */
async function expectOpenedClean(page: Page, selector: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

/** A running entry and a finished one, so that screens have something to show. */
async function withWork(company: Company): Promise<void> {
  const amir = await company.addPerson('employee');
  const project_id_param = company.projects[0]?.id ?? '';
  await amir.client.rpc('clock_in', { project_id_param });
  await company.owner.client.rpc('clock_in', { project_id_param });
}

test('the way in and the clock work by keyboard alone', async ({ page, company }) => {
  await page.goto('/auth/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(company.owner.email);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Forgot Password?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(company.owner.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder(/Search pages/)).toBeFocused();
  await page.keyboard.type('start timer');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Start Timer' });
  await expect(panel.getByLabel('Project')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Search projects…')).toBeFocused();
  await page.keyboard.type('elm');
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('Project')).toContainText('Elm St. Duplex');
  await expect(panel.getByLabel('Project')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('timer')).toBeVisible();
});

test('nothing is wider than a 320 px screen', async ({ page, company, signInAs }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAs(company.owner);
  for (const path of SIGNED_IN.slice(0, 9)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, overflow]).toEqual([path, 0]);
  }
});
