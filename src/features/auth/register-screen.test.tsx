import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answer, Refusal } from '@/testing/backend';
import { openApp, words } from '@/testing/open';

const refusal = (status: number, message: string) => new Refusal(status, { code: 'test', message });
const lostConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const submit = () => screen.getByRole('button', { name: words('auth:register.submit') });
const field = (name: string) => screen.getByLabelText(words(`auth:${name}`));

async function openRegister(signUp: Answer = refusal(500, 'not expected')) {
  const { user, backend } = await openApp('/auth/register', {
    as: null,
    answers: { 'POST auth/signup': signUp },
  });
  const fill = async (password: string, repeated = password, email = 'tess@example.com') => {
    for (const [name, value] of [
      ['firstName', 'Tess'],
      ['lastName', 'Soto'],
      ['email', email],
      ['password', password],
      ['confirmPassword', repeated],
    ] as const) {
      await user.clear(field(name));
      await user.type(field(name), value);
    }
    await user.click(submit());
  };
  return { user, backend, fill };
}

test('says what is missing, in the form and beside the fields', async () => {
  const { user, backend, fill } = await openRegister();
  expect(screen.getByText(words('auth:rule.lengthHint'))).toBeVisible();
  await user.click(submit());
  expect(screen.getByText(words('auth:rule.all'))).toBeVisible();
  expect(screen.getByText(words('auth:beside.firstName'))).toBeVisible();
  expect(field('firstName')).toHaveFocus();
  await fill('plumb line and level 7', 'something else');
  expect(screen.getByText(words('auth:rule.match'))).toBeVisible();
  await fill('plumb line and level 7', undefined, 'tess@nowhere');
  expect(screen.getByText(words('auth:error.invalidEmail'))).toBeVisible();
  expect(screen.getByText(words('auth:beside.address'))).toBeVisible();
  await fill('short');
  expect(screen.getByText(words('auth:rule.length'))).toBeVisible();
  expect(backend.sent('POST auth/signup')).toEqual([]);
});

test.each([
  [
    'a taken address',
    refusal(422, 'User already registered'),
    'auth:error.exists',
    'auth:error.existsShort',
  ],
  [
    'a slow server',
    refusal(504, 'Gateway timeout'),
    'auth:error.timeout',
    'auth:error.requestTimeout',
  ],
  ['a lost connection', lostConnection, 'auth:error.unexpectedSignUp', 'auth:error.unexpected'],
])('explains %s in both places', async (_name, answer, inToast, inForm) => {
  const { fill } = await openRegister(answer);
  await fill('plumb line and level 7');
  expect(await screen.findByText(words(inToast))).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(words(inForm));
  expect(field('firstName')).toHaveValue('Tess');
});

test.each([
  ['a weak password', refusal(422, 'Password is known to be weak'), 'auth:error.weakPassword'],
  [
    'an address the server does not like',
    refusal(422, 'Unable to validate email address: invalid format'),
    'auth:error.invalidEmail',
  ],
  ['too many attempts', refusal(429, 'Slow down'), 'auth:error.tooManySignUps'],
])('explains %s, in the form in the server’s words', async (_name, answer, inToast) => {
  const { fill } = await openRegister(answer);
  await fill('plumb line and level 7');
  expect(await screen.findByText(words(inToast))).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent((answer.body as { message: string }).message);
});

test('afterwards there is one form, for the code of the mail, and a way to the password', async () => {
  const { fill, user } = await openRegister({
    id: '0192f0aa-0000-7000-8000-000000000001',
    aud: '',
  });
  await fill('plumb line and level 7');
  await screen.findByLabelText(words('auth:mailedCode.label'));
  expect(document.querySelectorAll('form')).toHaveLength(1);
  expect(
    screen.getByText(words('auth:mailedCode.lead', { email: 'tess@example.com' })),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('auth:mailedCode.usePassword') }));
  const email = await screen.findByLabelText(words('auth:emailOrPhone'));
  expect(email).toHaveValue('tess@example.com');
  expect(document.querySelectorAll('form')).toHaveLength(1);
});
