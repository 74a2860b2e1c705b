import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { connect, signIn, signUp } from './integration-client.ts';

// The hooks of contract/integration-project refuse whoever was wrong twice.

test('a hook hears of every password, and refuses in its own words', async () => {
  const client = connect();
  const { email } = await signUp(client);
  expect((await signIn(client, email)).error).toBeNull();
  const wrong = await signIn(connect(), email, 'not the password');
  expect(wrong.error).toMatchObject({ message: 'Invalid login credentials' });
  expect((await signIn(connect(), email)).error).toBeNull();
  for (const password of ['still not the password', undefined]) {
    const { error } = await signIn(connect(), email, password);
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Ask the office for a new password.',
    });
  }
  // It asked to end the sessions, too.
  expect((await client.auth.getUser()).error).not.toBeNull();
  const unknown = await signIn(connect(), 'nobody@example.com', 'not the password');
  expect(unknown.error).toMatchObject({ message: 'Invalid login credentials' });
});

test('a hook hears of every code, and what it rejects ends the sessions', async () => {
  const client = connect();
  await signUp(client);
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const factorId = data.id;
  const right = new TOTP({ secret: data.totp.secret }).generate();
  const verify = (code: string) => client.auth.mfa.challengeAndVerify({ factorId, code });
  const wrong = right === '000000' ? '111111' : '000000';
  expect((await verify(wrong)).error).toMatchObject({ code: 'mfa_verification_failed' });
  expect((await verify(wrong)).error).toMatchObject({
    status: 403,
    code: 'mfa_verification_rejected',
    message: 'Further MFA verification attempts will be rejected.',
  });
  expect((await client.auth.getUser()).error).not.toBeNull();
});
