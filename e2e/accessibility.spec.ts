import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { makeAccount } from './support/account.ts';
import { expectAccessible, expectOpenedAccessible, NARROWEST } from './support/axe.ts';
import type { Company } from './support/company.ts';
import { fillAddresses, openScreen, visitTabs } from './support/open-screen.ts';
import { FIELD_SCREENS, groups, PUBLIC_SCREENS, SCREENS } from './support/screens.ts';
import { expectSpoken } from './support/spoken-names.ts';
import { expectFingerSized } from './support/targets.ts';

async function visit(page: Page, path: string): Promise<void> {
  const size = page.viewportSize();
  await visitTabs(page, path, async (where) => {
    await expectAccessible(page, where, { phone: NARROWEST });
    await expectSpoken(page, where);
    await expectNotWider(page, where);
    if (size) await page.setViewportSize(size);
  });
}

async function expectNotWider(page: Page, path: string): Promise<void> {
  await page.setViewportSize(NARROWEST);
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(overflow, `${path} is wider than a screen of ${NARROWEST.width} px`).toBe(0);
}

test('axe finds nothing before sign-in, nor in a form with errors', async ({
  page,
  expectedConsoleErrors,
}) => {
  test.slow();
  expectedConsoleErrors.push(/No page at this address/);
  for (const path of PUBLIC_SCREENS) await visit(page, path);
  await page.goto('/auth/register');
  await page.locator('form button[type="submit"]').click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectAccessible(page, '/auth/register with errors');
});

for (const paths of groups(SCREENS, 9)) {
  test(`axe and a screen reader find nothing at ${paths.join(' ')}, signed in`, async ({
    page,
    company,
    signInAs,
    expectedConsoleErrors,
  }) => {
    test.slow();
    expectedConsoleErrors.push(/No page at this address/);
    await withWork(company);
    const addressOf = await fillAddresses(company);
    await signInAs(company.owner);
    for (const path of paths) await visit(page, addressOf(path));
  });
}

test('axe finds nothing in what opens', async ({ page, company, signInAs }) => {
  test.slow();
  const { projects, addPerson } = company;
  const amir = await addPerson('employee');
  await amir.client.rpc('clock_in', { project_id_param: projects[0]?.id ?? '' });
  await signInAs(company.owner);
  await visit(page, `/projects?project=${projects[0]?.id}`);
  await page.goto('/equipment');
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Start Timer' }).click();
    await expect(page.getByLabel('What are you working on?')).toBeVisible();
    await expectOpenedAccessible(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Account menu/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
    await expectOpenedAccessible(page, '[role="menu"]');
    await page.keyboard.press('Escape');
    // The menu gives the focus back to its button when it is gone.
    await expect(page.getByRole('button', { name: /Account menu/ })).toBeFocused();
    await page.keyboard.press('Control+k');
    const search = page.getByPlaceholder(/Search pages/);
    await expect(search).toBeFocused();
    await expectOpenedAccessible(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
  }
});

test('axe finds nothing in onboarding', async ({ page, signInAs }) => {
  test.slow();
  await signInAs(await makeAccount());
  await page.goto('/');
  await expect(page.getByLabel('Company name')).toBeVisible();
  await expectAccessible(page, 'onboarding');
  await page.getByLabel('Company name').fill('Soto Drywall');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Project name')).toBeVisible();
  await expectAccessible(page, 'onboarding, second step');
});

/** A running entry and a finished one, so that screens have something to show. */
async function withWork(company: Company): Promise<void> {
  const amir = await company.addPerson('employee');
  const project_id_param = company.projects[0]?.id ?? '';
  await amir.client.rpc('clock_in', { project_id_param });
  await company.owner.client.rpc('clock_in', { project_id_param });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('everything a worker or foreman presses is as large as a finger', async ({
    page,
    company,
    signInAs,
  }) => {
    test.slow();
    const foreman = await company.addPerson('foreman', ['Luis', 'Ortega']);
    await withWork(company);
    await signInAs(foreman);
    for (const path of FIELD_SCREENS) {
      await openScreen(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectFingerSized(page, path);
    }
  });
});

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
