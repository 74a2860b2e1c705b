import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CompanySignInCard } from '@/features/company-sign-in/company-sign-in-card';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const CONFIG = {
  supabaseUrl: 'http://backend.test',
  supabaseAnonKey: 'sb_publishable_test',
  signInProviders: [{ name: 'google', label: 'Google' }],
};

const open = (answers: object, as: 'owner' | 'manager' = 'owner') =>
  openPart(<CompanySignInCard />, {
    as,
    namespaces: ['sign-in-providers'],
    answers: { 'GET /config.json': CONFIG, 'GET sign_in_domains': [], ...answers },
  });

test('an owner requires the account of the company after being asked', async () => {
  const { user, backend } = await open({
    'POST rpc/my_sign_in_domains': [{ domain: 'acme.com', provider: 'google' }],
    'POST rpc/require_sign_in_provider': {},
  });
  await user.click(await screen.findByRole('switch', { name: 'Require for acme.com' }));
  expect(backend.sent('POST rpc/require_sign_in_provider')).toEqual([]);
  backend.answer({ 'GET sign_in_domains': [{ domain: 'acme.com', provider: 'google' }] });
  await user.click(
    screen.getByRole('button', { name: words('sign-in-providers:domains.confirmAction') }),
  );
  expect(await screen.findByText(/Everyone at acme.com signs in with Google/)).toBeVisible();
  expect(backend.sent('POST rpc/require_sign_in_provider')).toEqual([
    { domain_param: 'acme.com', provider_param: 'google' },
  ]);
});

test('a refusal says what is missing, and the rule stays off', async () => {
  const { user } = await open({
    'POST rpc/my_sign_in_domains': [{ domain: 'acme.com', provider: 'google' }],
    'POST rpc/require_sign_in_provider': new Refusal(400, {
      code: 'P0001',
      hint: 'owner_needs_second_factor',
      message: 'x',
    }),
  });
  await user.click(await screen.findByRole('switch'));
  await user.click(
    screen.getByRole('button', { name: words('sign-in-providers:domains.confirmAction') }),
  );
  expect(
    await screen.findByText(words('sign-in-providers:failure.owner_needs_second_factor')),
  ).toBeVisible();
  expect(screen.getByRole('switch')).not.toBeChecked();
});

test('without a proved domain it says how to prove one; managers see nothing', async () => {
  await open({ 'POST rpc/my_sign_in_domains': [] });
  expect(await screen.findByText(words('sign-in-providers:domains.prove'))).toBeVisible();
});
