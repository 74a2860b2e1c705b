import type { Page } from '@playwright/test';
import * as OTPAuth from 'otpauth';
import { expect, MODULE, test } from './fixtures.ts';
import { type Account, makeAccount, newEmail } from './support/account.ts';
import { adminClient, must } from './support/api.ts';
import { linkIn, mailTo } from './support/mail.ts';

const PASSWORD = 'plumb line and level 7';

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/login');
  await fillSignIn(page, email, password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function fillRegister(page: Page, email: string): Promise<void> {
  await page.goto('/auth/register');
  await page.getByLabel('First name').fill('Tess');
  await page.getByLabel('Last name').fill('Soto');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
}

const toast = (page: Page, title: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: title });

test('signing in leads to the address one wanted and stays; signing out goes to sign-in, in every tab', {
  tag: MODULE,
}, async ({ page, context, company }) => {
  await page.goto('/equipment?from=link');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await fillSignIn(page, company.owner.email, company.owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page, 'Signed in successfully')).toContainText('Welcome back!');
  await expect(page).toHaveURL(/\/equipment\?from=link$/);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  const other = await context.newPage();
  await other.goto('/photos');
  await expect(other.getByRole('heading', { name: 'Photos' })).toBeVisible();
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(toast(page, 'Signed out')).toContainText('You have been signed out successfully.');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(other).toHaveURL(/\/auth\/login$/);
  await page.goto('/equipment');
  await expect(page).toHaveURL(/\/auth\/login$/);
});

test.describe('a link that signs in somebody else', () => {
  /** As a colleague sends it. */
  const linkOf = ({ session }: Account, path: string) =>
    `${path}#${new URLSearchParams({
      access_token: session.access_token,
      refresh_token: session.refresh_token,
      expires_in: '3600',
      token_type: 'bearer',
      type: 'magiclink',
    })}`;
  const stored = (page: Page) =>
    page.evaluate(() => localStorage.getItem('chalkline.session') ?? '');
  /** The keys of what this device has of accounts. */
  const keys = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open('keyval-store');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const store = opening.result.transaction('keyval').objectStore('keyval');
            const found = store.getAllKeys();
            found.onsuccess = () => resolve(found.result.map(String));
          };
        }),
    );

  test('asks first; staying changes nothing, continuing forgets the one before', async ({
    page,
    company,
  }) => {
    const { owner } = company;
    const other = await makeAccount({ firstName: 'Mallory' });
    await signIn(page, owner.email, owner.password);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect.poll(() => keys(page)).toContain(`data:${owner.id}`);

    for (const path of ['/', '/photos', '/auth/reset-password', '/auth/login']) {
      await page.goto('about:blank');
      await page.goto(linkOf(other, path));
      const question = page.getByRole('dialog', { name: 'Switch accounts?' });
      await expect(question).toContainText(
        `You are signed in as ${owner.email}. Continue as ${other.email}?`,
      );
      expect(page.url()).not.toContain('access_token');
      expect(await stored(page)).toContain(owner.id);
      await question.getByRole('button', { name: 'Stay signed in' }).click();
      await expect(question).toBeHidden();
    }
    // Nor from the query, where the auth client would find it as well.
    for (const address of ['/', linkOf(other, '/').replace('#', '?')]) {
      await page.goto(address);
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      expect(page.url()).not.toContain('access_token');
      expect(await stored(page)).toContain(owner.id);
    }

    await page.goto('about:blank');
    await page.goto(linkOf(other, '/'));
    await page.getByRole('button', { name: `Continue as ${other.email}` }).click();
    await expect(page.getByRole('heading', { name: 'Welcome to Chalkline' })).toBeVisible();
    expect(await stored(page)).toContain(other.id);
    expect((await keys(page)).filter((key) => key.startsWith(`data:${owner.id}`))).toEqual([]);
  });
});

test.describe('sign up', () => {
  test('makes an account, mails a link and lets the new user in', async ({ page }) => {
    const email = newEmail('tess');
    await fillRegister(page, email);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(toast(page, 'Account created')).toContainText(
      'Please check your email for the confirmation link.',
    );
    await expect(page).toHaveURL(/\/auth\/login$/);
    // Without a mail server nothing arrives: the screen says where the mail is.
    await expect(page.getByRole('link', { name: 'Read it here' })).toHaveAttribute(
      'href',
      '/dev/mail',
    );
    await page.goto(linkIn(await mailTo(email)));
    await expect(page.getByRole('heading', { name: 'Welcome to Chalkline' })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('button', { name: /Account menu: Tess Soto, User/ })).toBeVisible();
  });

  test('in another browser confirms the address and asks for a password', async ({
    page,
    browser,
  }) => {
    const email = newEmail('elsewhere');
    await fillRegister(page, email);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(toast(page, 'Account created')).toBeVisible();
    const elsewhere = await browser.newPage();
    await elsewhere.goto(linkIn(await mailTo(email)));
    await expect(elsewhere.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
    await elsewhere.getByLabel('Email').fill(email);
    await elsewhere.getByRole('button', { name: 'Send Reset Link' }).click();
    await elsewhere.goto(linkIn(await mailTo(email, 2)));
    await elsewhere.getByLabel('New password').fill(PASSWORD);
    await elsewhere.getByLabel('Confirm password').fill(PASSWORD);
    await elsewhere.getByRole('button', { name: 'Update Password' }).click();
    await expect(elsewhere).toHaveURL(/\/auth\/login$/);
    await fillSignIn(elsewhere, email, PASSWORD);
    await elsewhere.getByRole('button', { name: 'Sign In' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'Welcome to Chalkline' })).toBeVisible();
    await elsewhere.close();
  });
});

test.describe('a forgotten password', () => {
  test('is reset by the mailed link, which works once', async ({ page }) => {
    const { email } = await makeAccount();
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Forgot Password?' }).click();
    await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(toast(page, 'Email sent')).toContainText(
      'Check your email for the password reset link.',
    );
    await expect(page.getByText(`We sent a password reset link to ${email}.`)).toBeVisible();
    await expect(page.getByText(/spam/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Login' })).toBeVisible();

    const link = linkIn(await mailTo(email));
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible();
    await page.getByLabel('New password').fill('a brand new password');
    await page.getByLabel('Confirm password').fill('something else');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Confirm password').fill('a brand new password');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(toast(page, 'Password updated')).toContainText(
      'Your password has been updated successfully.',
    );
    await expect(page).toHaveURL(/\/auth\/login$/);
    await fillSignIn(page, email, 'a brand new password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(toast(page, 'Signed in successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);

    // Not under an app that is asking for something.
    await page.goto('/health');
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await expect(toast(page, 'Invalid link')).toContainText(
      'This password reset link is invalid or has expired.',
    );
    await expect(page).toHaveURL(/\/auth\/login/);
  });
});

test.describe('with a second factor', () => {
  async function enrol(account: Account): Promise<OTPAuth.TOTP> {
    const { mfa } = account.client.auth;
    const factor = must(await mfa.enroll({ factorType: 'totp' }));
    if (!factor) throw new Error('No factor was enrolled');
    const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(factor.totp.secret) });
    must(await mfa.challengeAndVerify({ factorId: factor.id, code: totp.generate() }));
    return totp;
  }

  test('sign-in asks for the code before anything else', async ({ page }) => {
    const account = await makeAccount();
    const totp = await enrol(account);
    await page.goto('/equipment');
    await fillSignIn(page, account.email, account.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { name: 'Two-factor code' })).toBeVisible();
    await page.goto('/equipment');
    await expect(page.getByRole('heading', { name: 'Two-factor code' })).toBeVisible();
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('That code is not valid. Please try again.')).toBeVisible();
    // The code used for enrolling is spent; the next window's is accepted already.
    await page.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByRole('heading', { name: 'Equipment' })).toBeVisible();
  });

  test('a recovery code stands in for the app', async ({ page }) => {
    const account = await makeAccount();
    await enrol(account);
    const codes = must(await account.client.rpc('create_recovery_codes'));
    await signIn(page, account.email, account.password);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill('not-a-code');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('That code is not valid. Please try again.')).toBeVisible();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

test('an expired session keeps what was typed and asks to sign in again', async ({
  page,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/Could not load|AuthApiError|status of 40\d/);
  await page.clock.install();
  await signInAs(company.owner);
  await page.goto('/equipment');
  await page.getByRole('button', { name: 'Start Timer' }).click();
  await page.getByLabel('What are you working on?').fill('Level 4 pour');
  must(await adminClient().auth.admin.signOut(company.owner.session.access_token, 'global'));
  await page.clock.fastForward('01:10:00');

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(company.owner.password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('What are you working on?')).toHaveValue('Level 4 pour');
});
