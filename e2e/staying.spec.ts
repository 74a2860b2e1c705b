import { expect, test } from './fixtures.ts';

/** What the browser itself reports while the server is gone. */
const GONE = [/ERR_CONNECTION_REFUSED|ERR_FAILED|Could not load|Failed to fetch|WebSocket/];

test('a server that is gone for a while takes nothing off the screen', async ({
  page,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(...GONE);
  await signInAs(company.owner);
  await page.clock.install();
  await page.goto('/time-tracker');
  await page.getByRole('button', { name: 'Add Manual Entry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Description').fill('Formwork at grid C');

  await page.route(/\/(rest|auth)\/v1\//, (route) => route.abort('connectionrefused'));
  await page.clock.fastForward('05:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.clock.runFor('00:30');

  const notice = page.getByText('Couldn’t refresh.');
  await expect(notice).toBeAttached();
  await expect(dialog.getByLabel('Description')).toHaveValue('Formwork at grid C');
  await expect(page.getByText('This could not be loaded')).toHaveCount(0);

  await page.unroute(/\/(rest|auth)\/v1\//);
  await page.clock.runFor('01:00');
  await expect(notice).not.toBeAttached();
  await expect(dialog.getByLabel('Description')).toHaveValue('Formwork at grid C');
});

test('Back closes a dialog, and leaves the page only after that', async ({
  page,
  company,
  signInAs,
}) => {
  await signInAs(company.owner);
  await page.goto('/');
  await page.getByRole('link', { name: 'Projects' }).first().click();
  for (let times = 0; times < 2; times += 1) {
    await page.getByRole('button', { name: 'New Project' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/projects$/);
  }
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/projects$/);
  await page.getByRole('button', { name: 'New Project' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});
