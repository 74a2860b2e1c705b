import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { connect, project, signIn, signUp } from './integration-client.ts';

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

const service = createClient(project.url, project.serviceKey, { auth: { persistSession: false } });

test('a hook is asked before an account is made, and what it refuses is not made', async () => {
  const email = `${randomUUID()}@blocked.example`;
  const password = 'plumb line and level 7';
  const refusal = { status: 403, message: 'Use the address of your company.' };
  const { auth } = connect();
  expect((await auth.signUp({ email, password })).error).toMatchObject(refusal);
  expect((await auth.signInWithOtp({ email })).error).toMatchObject(refusal);
  expect((await service.auth.admin.inviteUserByEmail(email)).error).toMatchObject(refusal);
  const link = await service.auth.admin.generateLink({ type: 'signup', email, password });
  expect(link.error).toMatchObject(refusal);
  expect((await signIn(connect(), email, password)).error).not.toBeNull();
  // The service itself is not asked, as at GoTrue.
  expect((await service.auth.admin.createUser({ email, password })).error).toBeNull();
});

test('the hook sees the account as it will be, which is nowhere yet', async () => {
  const { data } = await connect().auth.signUp({
    email: `seen-${randomUUID()}@example.com`,
    password: 'plumb line and level 7',
    options: { data: { crew: 'north' } },
  });
  const anonymous = await connect().auth.signInAnonymously();
  const eventOf = async (id: string | undefined) => {
    const { data: rows } = await service
      .from('asked_about_users')
      .select('event')
      .eq('event->user->>id', String(id));
    return rows?.map(({ event }) => event);
  };
  expect(await eventOf(data.user?.id)).toEqual([
    {
      metadata: {
        uuid: expect.stringMatching(/^[\da-f-]{36}$/),
        time: expect.stringMatching(/^\d{4}-/),
        name: 'before-user-created',
        ip_address: '127.0.0.1',
      },
      user: {
        id: data.user?.id,
        aud: 'authenticated',
        role: '',
        email: data.user?.email,
        phone: '',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { crew: 'north' },
        identities: [],
        created_at: '0001-01-01T00:00:00Z',
        updated_at: '0001-01-01T00:00:00Z',
        is_anonymous: false,
      },
    },
  ]);
  expect(await eventOf(anonymous.data.user?.id)).toMatchObject([{ user: { is_anonymous: true } }]);
});
