import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '@/testing/backend';
import { openApp, words } from '@/testing/open';
import { session, viewerIn } from '@/testing/people';

test('a new password needs an access token in the address', async () => {
  await openApp('/auth/reset-password', { as: null });
  expect(await screen.findByText(words('auth:reset.invalidText'))).toBeVisible();
  expect(window.location.pathname).toBe('/auth/login');
});

test('the server’s words are shown when the mail is refused', async () => {
  const { user, backend } = await openApp('/auth/forgot-password', {
    as: null,
    answers: {
      'POST auth/recover': new Refusal(429, { code: 'test', message: 'Only once per minute.' }),
    },
  });
  const send = screen.getByRole('button', { name: 'Send Reset Link' });
  await user.click(send);
  expect(backend.sent('POST auth/recover')).toEqual([]);
  await user.type(screen.getByLabelText(words('auth:email')), 'someone@example.com');
  await user.click(send);
  expect(await screen.findByText('Only once per minute.')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back to Login' }));
  await screen.findByRole('heading', { name: words('auth:signIn.title') });
  expect(window.location.pathname).toBe('/auth/login');
});

test.each(['/auth', '/auth/nowhere', '/auth/login/deep/er'])(
  '%s goes to sign-in',
  async (address) => {
    await openApp(address, { as: null });
    expect(window.location.pathname).toBe('/auth/login');
  },
);

test('the code of the mail leads to a new password, as its link does', async () => {
  const { user, backend } = await openApp('/auth/forgot-password', {
    as: null,
    answers: {
      'POST auth/recover': {},
      'POST auth/verify': session(),
      'POST rpc/viewer': viewerIn('employee'),
    },
  });
  await user.type(screen.getByLabelText(words('auth:email')), 'someone@example.com');
  await user.click(screen.getByRole('button', { name: 'Send Reset Link' }));
  await user.type(await screen.findByLabelText(words('auth:mailedCode.label')), '654321');
  await user.click(screen.getByRole('button', { name: words('auth:mailedCode.submit') }));
  await screen.findByRole('heading', { name: words('auth:reset.title') });
  expect(window.location.pathname).toBe('/auth/reset-password');
  expect(backend.sent('POST auth/verify')).toMatchObject([
    { email: 'someone@example.com', token: '654321', type: 'recovery' },
  ]);
});
