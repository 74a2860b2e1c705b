import { expect, MODULE, test } from './fixtures.ts';
import { makeAccount, newEmail } from './support/account.ts';
import { must } from './support/api.ts';
import { linkIn, mailTo } from './support/mail.ts';

test('a new user founds a company in two steps', { tag: MODULE }, async ({ page, signInAs }) => {
  const account = await makeAccount({ firstName: 'Dan', lastName: 'Whitlock' });
  await signInAs(account);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome to Chalkline' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText("Enter your company's name")).toBeVisible();
  await page.getByLabel('Company name').fill('Whitlock Masonry');
  await expect(page.getByLabel('Time zone')).toContainText('Eastern');
  await page.getByLabel('Week starts on').click();
  await page.getByRole('option', { name: 'Monday' }).click();

  // Left and resumed. Before there is a company, nothing else is in the menu.
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Dashboard', 'Settings']);
  await links.filter({ hasText: 'Settings' }).click();
  await page.getByRole('link', { name: 'Start page' }).click();
  await expect(page.getByLabel('Company name')).toHaveValue('Whitlock Masonry');

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Project name').fill('Elm St. Duplex');
  await page.getByLabel('Client').fill('C. Alvarez');
  await page.getByText('Masonry', { exact: true }).click();
  await page.getByRole('button', { name: 'Create company' }).click();
  await expect(page.getByText('Company created')).toBeVisible();
  await expect(page.getByRole('button', { name: /Current Project/ })).toContainText(
    'Elm St. Duplex',
  );

  const [company] = must(await account.client.from('companies').select('name, week_start'));
  expect(company).toEqual({ name: 'Whitlock Masonry', week_start: 1 });
  const codes = must(await account.client.from('cost_codes').select('code'));
  expect(codes.map(({ code }) => code)).toContain('04 20 00');
});

test('someone with an account joins in one tap', async ({ page, company, signInAs }) => {
  const jo = await makeAccount({ firstName: 'Jo', lastName: 'Park' });
  must(
    await company.owner.client.rpc('invite_employee', {
      email_param: jo.email,
      first_name_param: 'Jo',
      last_name_param: 'Park',
      role_param: 'foreman',
    }),
  );
  await signInAs(jo);
  await page.goto('/');
  const join = page.getByRole('button', { name: 'Join Reyes Concrete' });
  // The database may have linked the confirmed address by itself; then there is nothing to tap.
  await expect(join.or(page.getByRole('button', { name: /Jo Park, Foreman/ }))).toBeVisible();
  if (await join.isVisible()) await join.click();
  await expect(page.getByRole('button', { name: /Jo Park, Foreman/ })).toBeVisible();
});

test('an invited person sets a password and is in', async ({ page, company }) => {
  const email = newEmail('invited');
  must(
    await company.owner.client.rpc('invite_employee', {
      email_param: email,
      first_name_param: 'Tess',
      last_name_param: 'Soto',
      role_param: 'employee',
    }),
  );
  await page.goto(linkIn(await mailTo(email)));
  await expect(page.getByRole('heading', { name: 'Welcome! Set your password' })).toBeVisible();
  await page.getByLabel('New password').fill('a password of my own');
  await page.getByLabel('Confirm password').fill('a password of my own');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/my-status$/);
  await expect(page.getByRole('button', { name: /Tess Soto, Employee/ })).toBeVisible();
});
