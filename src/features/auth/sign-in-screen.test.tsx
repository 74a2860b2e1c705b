import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answer, Refusal } from '@/testing/backend';
import { openApp, words } from '@/testing/open';

const refusal = (status: number, message: string) => new Refusal(status, { code: 'test', message });
const lostConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const submit = () => screen.getByRole('button', { name: words('auth:signIn.submit') });
const email = () => screen.getByLabelText(words('auth:emailOrPhone'));
const password = () => screen.getByLabelText(words('auth:password'));

async function openSignIn(token: Answer = refusal(400, 'Invalid login credentials')) {
  const { user, backend } = await openApp('/auth/login', {
    as: null,
    answers: { 'POST auth/token': token },
  });
  const signIn = async () => {
    await user.type(email(), 'someone@example.com');
    await user.type(password(), 'whatever');
    await user.click(submit());
  };
  return { user, backend, signIn };
}

test('nothing is sent while a field is empty', async () => {
  const { user, backend } = await openSignIn();
  await user.click(submit());
  await user.type(email(), 'someone@example.com');
  await user.click(submit());
  expect(submit()).toBeEnabled();
  expect(backend.sent('POST auth/token')).toEqual([]);
});

test('it shows that it is busy, and is ready again after a refusal', async () => {
  const { promise, resolve } = Promise.withResolvers<Refusal>();
  const { signIn } = await openSignIn(() => promise);
  await signIn();
  expect(await screen.findByRole('button', { name: words('auth:signIn.busy') })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  resolve(refusal(400, 'Invalid login credentials'));
  expect(await screen.findByRole('button', { name: words('auth:signIn.submit') })).toBeEnabled();
});

test.each([
  ['wrong credentials', refusal(400, 'Invalid login credentials'), 'auth:error.credentials'],
  ['too many attempts', refusal(429, 'Rate limit reached'), 'auth:error.tooManySignIns'],
  ['a slow server', refusal(408, 'upstream timeout'), 'auth:error.timeout'],
  ['a lost connection', lostConnection, 'auth:error.unexpected'],
])('explains %s and keeps what was typed', async (_name, answer, key) => {
  const { signIn } = await openSignIn(answer);
  await signIn();
  expect(await screen.findByText(words('auth:signIn.failed'))).toBeVisible();
  expect(screen.getByText(words(key))).toBeVisible();
  expect(email()).toHaveValue('someone@example.com');
});

test('says any other refusal in the server’s words', async () => {
  const { signIn } = await openSignIn(refusal(403, 'User is banned'));
  await signIn();
  expect(await screen.findByText('User is banned')).toBeVisible();
});

test('offers to send the confirmation again to an address that never confirmed', async () => {
  const { signIn } = await openSignIn(
    new Refusal(400, { code: 'email_not_confirmed', message: 'Email not confirmed' }),
  );
  await signIn();
  expect(await screen.findByText(words('auth:error.unconfirmed'))).toBeVisible();
  expect(await screen.findByRole('button', { name: words('auth:resend.action') })).toBeVisible();
});

test('helps password managers, shows the password and hints at caps lock', async () => {
  const { user } = await openSignIn();
  expect(email()).toHaveAttribute('autocomplete', 'username');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
  await user.click(screen.getByRole('button', { name: words('common:password.showLabel') }));
  expect(password()).toHaveAttribute('type', 'text');
  fireEvent.keyDown(password(), { key: 'A', modifierCapsLock: true });
  expect(screen.getByText(words('common:password.capsLock'))).toBeVisible();
});

test('signs in with a phone number as people write it', async () => {
  const { user, backend } = await openSignIn();
  await user.type(email(), '(555) 210-0199');
  await user.type(password(), 'whatever');
  await user.click(submit());
  await screen.findByText(words('auth:signIn.failed'));
  expect(backend.sent('POST auth/token')).toMatchObject([
    { phone: '+15552100199', password: 'whatever' },
  ]);
});

test('a demo offers its logins as buttons, and nothing else does', async () => {
  const { user, backend } = await openApp('/auth/login', {
    as: null,
    answers: {
      'GET /config.json': {
        supabaseUrl: 'http://backend.test',
        supabaseAnonKey: 'sb_publishable_test',
        demo: { addresses: ['owner@example.com', 'employee@example.com'], password: 'try-it' },
      },
      'POST auth/token': refusal(400, 'Invalid login credentials'),
    },
  });
  await user.click(await screen.findByRole('button', { name: words('auth:demo.employee') }));
  expect(backend.sent('POST auth/token')).toMatchObject([
    { email: 'employee@example.com', password: 'try-it' },
  ]);
});

test('a server that is run for real offers none', async () => {
  await openSignIn();
  expect(screen.queryByText(words('auth:demo.title'))).toBeNull();
});

test('an address that is not confirmed yet can be confirmed by the code of the mail', async () => {
  const unconfirmed = new Refusal(400, {
    code: 'email_not_confirmed',
    message: 'Email not confirmed',
  });
  const { user, backend, signIn } = await openSignIn(unconfirmed);
  backend.answer({
    'POST auth/verify': new Refusal(403, { code: 'otp_expired', message: 'Token has expired' }),
  });
  await signIn();
  const code = await screen.findByLabelText(words('auth:mailedCode.label'));
  await user.type(code, '12 34-56 and more');
  await user.click(screen.getByRole('button', { name: words('auth:mailedCode.submit') }));
  expect(await screen.findByText(words('auth:secondFactor.wrong'))).toBeVisible();
  expect(backend.sent('POST auth/verify')).toMatchObject([
    { email: 'someone@example.com', token: '123456', type: 'signup' },
  ]);
});
