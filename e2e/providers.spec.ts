import { expect, type Page, test } from '@playwright/test';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startOidcProvider,
  type TestProvider,
} from '../testing/oidc-provider.ts';
import { expectAccessible } from './support/axe.ts';
import { makeCompany } from './support/company.ts';
import { withOwnServer } from './support/own-server.ts';

let provider: TestProvider;
const ownServer = withOwnServer({
  async env() {
    provider = await startOidcProvider();
    return {
      AUTH_EXTERNAL_ACME_CLIENT_ID: CLIENT_ID,
      AUTH_EXTERNAL_ACME_SECRET: CLIENT_SECRET,
      AUTH_EXTERNAL_ACME_ISSUER: provider.issuer,
    };
  },
  after: () => provider?.close(),
});

/** On the provider's own page. */
async function signInThere(page: Page, person: string): Promise<void> {
  await page.getByLabel('Person').fill(person);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('someone signs in with an account of the company, unlinks it and links it again', async ({
  page,
}) => {
  const { url } = ownServer();
  const { owner } = await makeCompany();
  provider.people.set('boss', { email: owner.email, email_verified: true });
  await page.goto(`${url}/auth/login`);
  const button = page.getByRole('button', { name: 'Continue with Acme' });
  await expect(button).toBeVisible();
  await expectAccessible(page, 'sign in with providers');

  // Whoever says no is back, told so, and can sign in another way.
  await button.click();
  await signInThere(page, 'deny');
  await expect(page.getByText('That sign-in did not work')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();

  await button.click();
  await signInThere(page, 'boss');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');

  await page.goto(`${url}/settings?tab=security`);
  await page.getByRole('button', { name: 'Unlink' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You can still sign in with your email and password');
  await question.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('Not linked')).toBeVisible();
  await expectAccessible(page, 'linked accounts');

  // The provider still knows who it is and asks nothing.
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unlink' })).toBeVisible();
  await expect(page.getByText(owner.email).first()).toBeVisible();
});
