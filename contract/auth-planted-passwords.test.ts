import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  adminClient,
  call,
  codeIn,
  follow,
  fragmentOf,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  PASSWORD,
  signedIn,
} from './auth-support.ts';

const PLANTED = 'a stranger chose this 1';
const CONFIG = `
[auth.email]
enable_confirmations = true
max_frequency = "0s"
secure_sign_up = true
`;
const project = mkdtempSync(path.join(tmpdir(), 'chalkline-planted-'));
let api: TestServer;

beforeAll(async () => {
  mkdirSync(path.join(project, 'migrations'));
  writeFileSync(path.join(project, 'config.toml'), CONFIG);
  api = await startTestServer({ supabaseDir: project, env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
});
afterAll(async () => {
  await api.stop();
  rmSync(project, { recursive: true, force: true });
});

const STRANGER = { 'x-forwarded-for': '203.0.113.9' };
const plant = (email: string) =>
  call('/signup', { api, json: { email, password: PLANTED }, headers: STRANGER });
const signUp = (email: string, flowType: 'implicit' | 'pkce' = 'implicit') => {
  const client = newClient(api, { flowType });
  return client.auth.signUp({ email, password: PASSWORD }).then(({ error }) => {
    expect(error).toBeNull();
    return client;
  });
};
const newest = async (email: string, count: number) => linkIn(await mailTo(email, { count, api }));
const codeOf = (target: URL) => target.searchParams.get('code') ?? '';

async function signInCode(email: string, password: string): Promise<string | undefined> {
  const { error } = await newClient(api).auth.signInWithPassword({ email, password });
  return error?.code;
}

describe('a password planted on an address', () => {
  test('is gone once the address is invited', async () => {
    const email = newEmail('invited');
    await plant(email);
    const planted = await newest(email, 1);
    const invited = await adminClient(api).auth.admin.inviteUserByEmail(email);
    expect(invited.error).toBeNull();
    const target = await follow(await newest(email, 2));
    expect(fragmentOf(target).get('type')).toBe('invite');
    expect(await signInCode(email, PLANTED)).toBe('invalid_credentials');
    expect(fragmentOf(await follow(planted)).get('error_code')).toBe('otp_expired');
  });

  test('after the invitation counts with neither mail', async () => {
    for (const mail of [1, 2]) {
      const email = newEmail('invited');
      await adminClient(api).auth.admin.inviteUserByEmail(email);
      const invitation = await newest(email, 1);
      await plant(email);
      const confirmation = await newest(email, 2);
      await follow(mail === 1 ? invitation : confirmation);
      expect(await signInCode(email, PLANTED)).toBe('invalid_credentials');
    }
  });

  test('does not come in with a recovery, a magic link or a second sign-up', async () => {
    for (const ask of [
      (email: string) => newClient(api).auth.resetPasswordForEmail(email),
      (email: string) => newClient(api).auth.signInWithOtp({ email }),
      (email: string) => signUp(email),
    ]) {
      const email = newEmail('planted');
      await plant(email);
      await mailTo(email, { api });
      await ask(email);
      await follow(await newest(email, 2));
      expect(await signInCode(email, PLANTED)).toBe('invalid_credentials');
    }
  });

  test('does not take the link of the sign-up before it', async () => {
    const email = newEmail('first');
    await signUp(email);
    const own = await newest(email, 1);
    await plant(email);
    await mailTo(email, { count: 2, api });
    expect(fragmentOf(await follow(own)).get('type')).toBe('signup');
    expect(await signInCode(email, PASSWORD)).toBeUndefined();
    expect(await signInCode(email, PLANTED)).toBe('invalid_credentials');
  });

  test('may be asked for as often as a wrong one, not more', async () => {
    const email = newEmail('polled');
    await plant(email);
    const poll = () =>
      call('/token?grant_type=password', {
        api,
        json: { email, password: PLANTED },
        headers: STRANGER,
      });
    expect((await poll()).body['error_code']).toBe('email_not_confirmed');
    const rest = await Promise.all(Array.from({ length: 11 }, poll));
    expect(rest.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});

describe('a password chosen with PKCE', () => {
  test('counts with the code exchange in the browser that chose it', async () => {
    const email = newEmail('pkce');
    const client = await signUp(email, 'pkce');
    const target = await follow(await newest(email, 1));
    expect(await signInCode(email, PASSWORD)).toBe('invalid_credentials');
    const { data, error } = await client.auth.exchangeCodeForSession(codeOf(target));
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeTruthy();
    expect(await signInCode(email, PASSWORD)).toBeUndefined();
  });

  test('never counts when the link is followed elsewhere, and a new one is chosen', async () => {
    const email = newEmail('elsewhere');
    await signUp(email, 'pkce');
    const code = codeOf(await follow(await newest(email, 1)));
    const stolen = await call('/token?grant_type=pkce', {
      api,
      json: { auth_code: code, code_verifier: 'x'.repeat(56) },
    });
    expect(stolen.body['error_code']).toBe('bad_code_verifier');
    expect(await signInCode(email, PASSWORD)).toBe('invalid_credentials');

    await newClient(api).auth.resetPasswordForEmail(email);
    const fragment = fragmentOf(await follow(await newest(email, 2)));
    const client = newClient(api);
    await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    await client.auth.updateUser({ password: 'square and true 42' });
    expect(await signInCode(email, 'square and true 42')).toBeUndefined();
  });

  test('still counts when the mail was sent again', async () => {
    const email = newEmail('again');
    const client = await signUp(email, 'pkce');
    await mailTo(email, { api });
    await client.auth.resend({ type: 'signup', email });
    const code = codeOf(await follow(await newest(email, 2)));
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    expect(await signInCode(email, PASSWORD)).toBeUndefined();
  });

  test('does not count with the code of the mail typed in elsewhere', async () => {
    const email = newEmail('typed');
    await signUp(email, 'pkce');
    const token = codeIn(await mailTo(email, { api }));
    const typed = await call('/verify', {
      api,
      json: { type: 'signup', email, token },
      headers: STRANGER,
    });
    expect(typed.status).toBe(200);
    expect(await signInCode(email, PASSWORD)).toBe('invalid_credentials');
  });
});

describe('someone invited who presses Sign Up', () => {
  test('signs in with that password', async () => {
    const { client: owner } = await signedIn();
    await owner.rpc('create_company', { name_param: 'Reyes Concrete' });
    const email = newEmail('twin');
    const { data: person } = await owner.rpc('invite_employee', {
      email_param: email,
      first_name_param: 'Tess',
      last_name_param: 'Soto',
    });
    await mailTo(email);
    const client = newClient(undefined, { flowType: 'pkce' });
    const names = { first_name: 'Teresa', last_name: 'Soto' };
    await client.auth.signUp({ email, password: PASSWORD, options: { data: names } });
    const target = await follow(linkIn(await mailTo(email, { count: 2 })));
    await client.auth.exchangeCodeForSession(codeOf(target));

    const signedInClient = newClient();
    const { error } = await signedInClient.auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    const { data: seen } = await signedInClient.from('employees').select('id');
    expect(seen).toEqual([{ id: person.id }]);
    const { data: profile } = await signedInClient.from('profiles').select('first_name');
    expect(profile).toEqual([{ first_name: 'Teresa' }]);
  });
});
