import { expect, test } from './fixtures.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { choose } from './support/time.ts';

test('a role is built, given and looked through; the person sees what it opens and nothing else', async ({
  page,
  browser,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  test.slow();
  expectedConsoleErrors.push(/403/);
  const ana = await company.addPerson('employee', ['Ana', 'Ruiz']);
  await signInAs(company.owner);
  await page.goto('/settings?tab=rights');
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await dialog.getByLabel('Role name').fill('Estimator');
  // Over own crews, budgets are not offered: they belong to projects.
  await expect(dialog.getByRole('switch', { name: 'Budgets' })).toBeDisabled();
  await choose(dialog, 'Over whom', 'Everyone');
  await dialog.getByRole('switch', { name: 'Budgets' }).click();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Employee · Everyone · Budgets')).toBeVisible();

  await page.goto(`/employees?employee=${ana.employeeId}`);
  await choose(page, 'Extra rights', 'Estimator');
  await expect(page.getByLabel('Extra rights')).toContainText('Estimator');

  await page.goto('/settings?tab=rights');
  const matrix = page.getByRole('region', { name: 'What would somebody see?' });
  await choose(matrix, 'Person', 'Ana Ruiz');
  const rights = matrix.getByRole('list', { name: 'Ana Ruiz' });
  await expect(rights.getByRole('listitem').filter({ hasText: 'Budgets' })).toContainText(
    'Everyone',
  );
  await expect(rights.getByRole('listitem').filter({ hasText: 'Payroll' })).toContainText('No');

  const context = await browser.newContext();
  const hers = await context.newPage();
  await signInAs(ana, hers);
  await hers.goto('/budgets');
  const menu = hers.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Budgets' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Payroll' })).toHaveCount(0);
  await expect(hers.getByRole('heading', { name: 'Budgets', level: 1 })).toBeVisible();
  await context.close();
});
