import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { urlFragment } from '@/lib/url-fragment';
import { openApp, words } from '@/testing/open';
import { session } from '@/testing/people';

afterEach(() => {
  urlFragment.hasAccessToken = false;
  urlFragment.isSpent = false;
});

test('after a new password nothing covers the success', async () => {
  urlFragment.hasAccessToken = true;
  const { user } = await openApp('/auth/reset-password', {
    answers: { 'PUT auth/user': session().user, 'POST auth/logout': null },
  });
  await user.type(await screen.findByLabelText(words('auth:newPassword')), 'a long enough one');
  await user.type(screen.getByLabelText(words('auth:confirmPassword')), 'a long enough one');
  await user.click(screen.getByRole('button', { name: words('auth:reset.submit') }));
  expect(await screen.findByText(words('auth:reset.successText'))).toBeVisible();
  expect(await screen.findByRole('heading', { name: words('auth:signIn.title') })).toBeVisible();
  expect(screen.queryByText(words('auth:reset.invalid'))).toBeNull();
});

test('a link without a token is told so', async () => {
  await openApp('/auth/reset-password', { as: null });
  expect(await screen.findByText(words('auth:reset.invalidText'))).toBeVisible();
});
