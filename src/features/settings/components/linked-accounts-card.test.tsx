import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LinkedAccountsCard } from '@/features/settings/components/linked-accounts-card';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const CONFIG = {
  supabaseUrl: 'http://backend.test',
  supabaseAnonKey: 'sb_publishable_test',
  signInProviders: [
    { name: 'google', label: 'Google' },
    { name: 'custom:okta', label: 'Okta' },
  ],
};

test('offers to link each provider, with a challenge that only this browser can answer', async () => {
  const { user, backend } = await openPart(<LinkedAccountsCard />, {
    namespaces: ['sign-in-providers'],
    answers: {
      'GET /config.json': CONFIG,
      'GET auth/user/identities/authorize': new Refusal(503, {
        code: 'provider_unavailable',
        message: 'Google does not answer.',
      }),
    },
  });
  const [google] = await screen.findAllByRole('button', {
    name: words('sign-in-providers:linked.link'),
  });
  if (!google) throw new Error('no button');
  await user.click(google);
  await waitFor(() => {
    const asked = backend.requests.find(({ path }) => path.endsWith('identities/authorize'));
    expect(asked?.query.get('provider')).toBe('google');
    expect(asked?.query.get('code_challenge_method')).toBe('s256');
    expect(asked?.query.get('redirect_to')).toContain('/settings?tab=security&with=google');
  });
  expect(google).toBeEnabled();
});
