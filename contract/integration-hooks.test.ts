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

interface HandedMail {
  readonly user: { readonly email: string; readonly new_email?: string };
  readonly email_data: Readonly<Record<string, string>>;
}

/** The mails that the hook was called for, once there are so many of them. */
async function handed(userId: string, count: number): Promise<HandedMail[]> {
  const read = async () => {
    const { data } = await service
      .from('handed_mails')
      .select('event')
      .eq('event->user->>id', userId)
      .order('id')
      .throwOnError();
    return data.map(({ event }) => event as HandedMail);
  };
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
}

test('a hook sends the mails about accounts, and what it is given opens them', async () => {
  const client = connect();
  const { email, id } = await signUp(client);
  await connect().auth.resetPasswordForEmail(email, { redirectTo: `${project.url}/there` });
  const [first] = await handed(id, 1);
  expect(first).toMatchObject({
    metadata: { name: 'send-email' },
    user: { id, email },
    email_data: {
      email_action_type: 'recovery',
      site_url: `${project.url}/auth/v1`,
      token: expect.stringMatching(/^\d{6}$/),
      token_new: '',
      token_hash_new: '',
    },
  });
  const { token = '', token_hash = '' } = first?.email_data ?? {};
  const wrong = token === '000000' ? '111111' : '000000';
  expect(
    (await connect().auth.verifyOtp({ email, token: wrong, type: 'recovery' })).error,
  ).not.toBeNull();
  const opened = await connect().auth.verifyOtp({ token_hash, type: 'recovery' });
  expect(opened.data.user?.id).toBe(id);
  expect((await connect().auth.verifyOtp({ email, token, type: 'recovery' })).error).not.toBeNull();
  const mails = await fetch(`${project.url}/dev/mail.json`);
  expect(JSON.stringify(await mails.json())).not.toContain(email);
});

test.each(['present', 'new'])(
  'a change of address is one call, and the %s address gets its keys under GoTrue’s names',
  async (which) => {
    const client = connect();
    const { email, id } = await signUp(client);
    const newEmail = `new-${randomUUID()}@example.com`;
    await client.auth.updateUser({ email: newEmail });
    const [mail] = await handed(id, 1);
    expect(mail?.user).toMatchObject({ email, new_email: newEmail });
    const keys = mail?.email_data ?? {};
    const { token = '', token_new = '', token_hash = '', token_hash_new = '' } = keys;
    expect(new Set([token, token_new, token_hash, token_hash_new, '']).size).toBe(5);
    // Without confirmations one of the two is enough.
    const code =
      which === 'new' ? { email: newEmail, token: token_new } : { token_hash: token_hash_new };
    const { error } = await connect().auth.verifyOtp({ ...code, type: 'email_change' });
    expect(error).toBeNull();
    expect((await signIn(connect(), newEmail)).error).toBeNull();
  },
);
