import { createHash } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startOidcProvider,
  type TestProvider,
} from '../testing/oidc-provider.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  adminClient,
  call,
  follow,
  fragmentOf,
  linkIn,
  mailTo,
  newAccount,
  newClient,
  newEmail,
  PASSWORD,
} from './auth-support.ts';
import { Browser, isCallback, isLanding, newTab, signInAs, visit } from './oidc-support.ts';

const TENANT = '8d3a3f0e-3f43-4d2e-9a55-5f1df3ad0c11';
let provider: TestProvider;
let microsoft: TestProvider;
let api: TestServer;
beforeAll(async () => {
  provider = await startOidcProvider();
  microsoft = await startOidcProvider({ path: `/${TENANT}/v2.0`, inIdToken: false });
  api = await startTestServer({
    env: {
      AUTH_EXTERNAL_ACME_CLIENT_ID: CLIENT_ID,
      AUTH_EXTERNAL_ACME_SECRET: CLIENT_SECRET,
      AUTH_EXTERNAL_ACME_ISSUER: provider.issuer,
      AUTH_EXTERNAL_AZURE_CLIENT_ID: CLIENT_ID,
      AUTH_EXTERNAL_AZURE_SECRET: CLIENT_SECRET,
      AUTH_EXTERNAL_AZURE_ISSUER: microsoft.issuer,
      AUTH_EXTERNAL_SILENT_CLIENT_ID: CLIENT_ID,
      AUTH_EXTERNAL_SILENT_ISSUER: 'http://127.0.0.1:9',
    },
  });
});
afterAll(async () => {
  await api?.stop();
  await provider?.close();
  await microsoft?.close();
});

/** Somebody with an account at the provider. */
function person(claims: Record<string, unknown> = {}) {
  const id = crypto.randomUUID();
  const email = newEmail('acme');
  const names = { name: 'Ana Ruiz', given_name: 'Ana', family_name: 'Ruiz' };
  provider.people.set(id, { email, email_verified: true, ...names, ...claims });
  return { id, email };
}

/** What a refused visit brings home, in query and fragment alike. */
function refusal(landing: URL) {
  const code = landing.searchParams.get('error_code');
  expect(fragmentOf(landing).get('error_code')).toBe(code);
  expect(landing.searchParams.has('code')).toBe(false);
  return { code, text: landing.searchParams.get('error_description') ?? '' };
}

const accountOf = async (email: string) => {
  const { data } = await adminClient(api).auth.admin.listUsers({ perPage: 1000 });
  return data.users.find((user) => user.email === email);
};

describe('signing in', () => {
  test('makes an account with its names, and finds it again', async () => {
    const { id, email } = person();
    const first = await signInAs(api, id);
    expect(first.user).toMatchObject({
      email,
      app_metadata: { provider: 'custom:acme', providers: ['custom:acme'] },
      user_metadata: { first_name: 'Ana', last_name: 'Ruiz', full_name: 'Ana Ruiz' },
    });
    expect(first.user?.identities).toMatchObject([
      { provider: 'custom:acme', id, email, identity_data: { sub: id, email_verified: true } },
    ]);
    expect(first.session?.provider_token).toBeTruthy();
    expect(decodeJwt(first.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth' }],
    });
    const { data } = await first.client.auth.getUserIdentities();
    expect(data?.identities).toHaveLength(1);
    const refreshed = await first.client.auth.refreshSession();
    expect(refreshed.data.session).not.toHaveProperty('provider_token');
    expect((await signInAs(api, id)).user?.id).toBe(first.user?.id);
  });

  test('without PKCE brings the session in the fragment', async () => {
    const { id, email } = person();
    const landing = await visit(api, newTab(api, 'implicit'), id);
    const fragment = fragmentOf(landing);
    expect(fragment.get('token_type')).toBe('bearer');
    expect(fragment.get('provider_token')).toBeTruthy();
    const { data } = await newClient(api).auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(data.user?.email).toBe(email);
  });

  test('takes an answer by form as well', async () => {
    const { id, email } = person();
    const tab = newTab(api);
    const answer = await visit(api, tab, id, { until: isCallback });
    const posted = await fetch(`${api.url}/auth/v1/callback`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: answer.searchParams.toString(),
    });
    expect(posted.status).toBe(303);
    const landing = await tab.browser.follow(posted.headers.get('location') ?? '', isLanding);
    const { data } = await tab.client.auth.exchangeCodeForSession(
      landing.searchParams.get('code') ?? '',
    );
    expect(data.user?.email).toBe(email);
  });

  test('passes on what it does not know and nothing that decides where the answer goes', async () => {
    const { data } = await newClient(api).auth.signInWithOAuth({
      provider: 'custom:acme' as 'google',
      options: {
        skipBrowserRedirect: true,
        scopes: 'offline_access',
        queryParams: { prompt: 'consent', redirect_uri: 'https://evil.example.com', state: 'mine' },
      },
    });
    const there = await new Browser().follow(data.url ?? '', (url) => url.pathname === '/auth');
    const asked = there.searchParams;
    expect(asked.get('prompt')).toBe('consent');
    expect(asked.get('redirect_uri')).toBe(`${api.url}/auth/v1/callback`);
    expect(asked.get('scope')).toBe('openid email profile offline_access');
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('state')).not.toBe('mine');
    expect(asked.get('nonce')).toBeTruthy();
  });

  test('is offered as configured, and nothing else', async () => {
    const { body } = await call('/settings', { api });
    expect(body['external']).toMatchObject({
      'custom:acme': true,
      azure: true,
      google: false,
      email: true,
    });
    for (const [provider, message] of [
      ['google', 'Unsupported provider: provider is not enabled'],
      ['', 'Unsupported provider: Provider  could not be found'],
    ]) {
      const refused = await call(`/authorize?provider=${provider}`, { api });
      expect(refused).toMatchObject({ status: 400, body: { msg: message } });
    }
  });

  test('leads to addresses that are allowed and no others', async () => {
    const browser = new Browser();
    const { id } = person();
    const query = new URLSearchParams({
      provider: 'custom:acme',
      login_hint: id,
      redirect_to: 'https://evil.example.com/',
    });
    const landing = await browser.follow(
      `${api.url}/auth/v1/authorize?${query}`,
      (url) => url.hash !== '',
    );
    expect(landing.origin).toBe(api.url);
  });
});

describe('an answer', () => {
  test('counts once', async () => {
    const { id } = person();
    const tab = newTab(api);
    const answer = await visit(api, tab, id, { until: isCallback });
    const landing = await tab.browser.follow(answer.href, isLanding);
    expect(landing.searchParams.get('code')).toBeTruthy();
    const again = await tab.browser.follow(answer.href, (url) => !isCallback(url));
    expect(refusal(again).code).toBe('bad_oauth_state');
  });

  test('of two at the same moment only one counts', async () => {
    const { id, email } = person();
    const tab = newTab(api);
    const answer = await visit(api, tab, id, { until: isCallback });
    const landings = await Promise.all(
      [1, 2].map(() => {
        const copy = new Browser();
        for (const [host, jar] of tab.browser.cookies) copy.cookies.set(host, new Map(jar));
        return copy.follow(answer.href, (url) => !isCallback(url));
      }),
    );
    expect(landings.filter((url) => url.searchParams.has('code'))).toHaveLength(1);
    expect((await accountOf(email))?.app_metadata['providers']).toEqual(['custom:acme']);
  });

  test('counts in the browser that asked for it', async () => {
    const { id, email } = person();
    const answer = await visit(api, newTab(api, 'implicit'), id, { until: isCallback });
    const elsewhere = await new Browser().follow(answer.href, isLanding);
    expect(refusal(elsewhere).code).toBe('bad_oauth_state');
    expect(await accountOf(email)).toBeUndefined();
  });

  test('with a state of somebody else, none, or too late is refused', async () => {
    const made = await new Browser().follow(
      `${api.url}/auth/v1/callback?code=x&state=made-up`,
      (url) => !isCallback(url),
    );
    expect(refusal(made).code).toBe('bad_oauth_state');
    expect(await call('/callback?code=x', { api })).toMatchObject({
      status: 400,
      body: { error_code: 'bad_oauth_callback' },
    });
    const { id } = person();
    const tab = newTab(api);
    const answer = await visit(api, tab, id, { until: isCallback });
    await api.server.dependencies.database
      .sql`update auth.provider_visits set created_at = now() - interval '11 minutes'`;
    expect(refusal(await tab.browser.follow(answer.href, isLanding)).code).toBe(
      'flow_state_expired',
    );
  });

  test('that says no is told in the words of the provider', async () => {
    const landing = await visit(api, newTab(api), 'deny');
    expect(landing.searchParams.get('error')).toBe('access_denied');
    expect(refusal(landing).text).toBe('Acme: The person said no');
  });

  test('with a code of another visit is refused', async () => {
    const [mine, theirs] = [newTab(api), newTab(api)];
    const own = await visit(api, mine, person().id, { until: isCallback });
    const foreign = await visit(api, theirs, person().id, { until: isCallback });
    own.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    expect(refusal(await mine.browser.follow(own.href, isLanding)).code).toBe('bad_oauth_callback');
  });

  test('needs the verifier of the app, once', async () => {
    const tab = newTab(api);
    const landing = await visit(api, tab, person().id);
    const code = landing.searchParams.get('code') ?? '';
    const thief = await call('/token?grant_type=pkce', {
      api,
      json: { auth_code: code, code_verifier: 'x'.repeat(112) },
    });
    expect(thief).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } });
    const burnt = await tab.client.auth.exchangeCodeForSession(code);
    expect(burnt.error?.code).toBe('flow_state_not_found');
  });
});

describe('a provider', () => {
  test('that is down keeps nobody from signing in with a password', async () => {
    const account = await newAccount(api);
    const landing = await visit(api, newTab(api), 'anyone', { provider: 'custom:silent' });
    expect(landing.searchParams.get('error')).toBe('temporarily_unavailable');
    expect(refusal(landing)).toEqual({
      code: 'provider_unavailable',
      text: 'Silent does not answer. Try again in a minute, or sign in another way.',
    });
    expect((await newClient(api).auth.signInWithPassword(account)).error).toBeNull();
  });

  test('that changes its keys goes on', async () => {
    const { id } = person();
    await signInAs(api, id);
    provider.rotateKeys();
    // The old keys are remembered for a moment, so that a stranger's tokens do not make us ask.
    await expect
      .poll(async () => (await visit(api, newTab(api), id)).searchParams.has('code'), {
        interval: 1_000,
      })
      .toBe(true);
  });

  test('that sends endless answers or fails while it is asked is given up', async () => {
    const tab = newTab(api);
    const answer = await visit(api, tab, person().id, { until: isCallback });
    const chunk = Buffer.alloc(256 * 1024, 'a');
    provider.answerWith((response) => {
      response.setHeader('content-type', 'application/json');
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', write);
      write();
    });
    const landing = await tab.browser.follow(answer.href, isLanding).finally(() => {
      provider.answerWith(undefined);
    });
    expect(refusal(landing).code).toBe('provider_unavailable');
  });

  test('that sends the server elsewhere is not followed', async () => {
    const tab = newTab(api);
    const answer = await visit(api, tab, person().id, { until: isCallback });
    provider.answerWith((response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    });
    const landing = await tab.browser.follow(answer.href, isLanding).finally(() => {
      provider.answerWith(undefined);
    });
    expect(refusal(landing).code).toBe('provider_unavailable');
  });
});

describe('the account', () => {
  test('of a verified address is the one that has it', async () => {
    const account = await newAccount(api);
    const { id } = person({ email: account.email.toUpperCase() });
    const { user } = await signInAs(api, id);
    expect(user?.id).toBe(account.id);
    expect(user?.app_metadata).toMatchObject({
      provider: 'email',
      providers: ['email', 'custom:acme'],
    });
    const password = await newClient(api).auth.signInWithPassword(account);
    expect(password.error).toBeNull();
  });

  test.each([false, 'false', undefined])(
    'of an address that is not verified (%s) stays closed',
    async (verified) => {
      const account = await newAccount(api);
      const { id } = person({ email: account.email, email_verified: verified });
      const landing = await visit(api, newTab(api), id);
      expect(refusal(landing).code).toBe('provider_email_needs_verification');
      expect((await accountOf(account.email))?.app_metadata['providers']).toEqual(['email']);
    },
  );

  test('of a new address that is not verified opens with the mail, in the same browser', async () => {
    const { id, email } = person({ email_verified: false });
    const tab = newTab(api);
    const landing = await visit(api, tab, id);
    expect(refusal(landing).code).toBe('provider_email_needs_verification');
    const confirmed = await follow(linkIn(await mailTo(email, { api })));
    const { data, error } = await tab.client.auth.exchangeCodeForSession(
      confirmed.searchParams.get('code') ?? '',
    );
    expect(error).toBeNull();
    expect(data.user?.identities?.map((each) => each.provider).sort()).toEqual([
      'custom:acme',
      'email',
    ]);
    expect((await signInAs(api, id)).user?.id).toBe(data.user?.id);
  });

  test('of a stranger who waits for the owner of an address to confirm it gets nothing', async () => {
    const { id, email } = person({ email_verified: false });
    await visit(api, newTab(api), id);
    // The owner follows the link in another browser and chooses a password.
    await follow(linkIn(await mailTo(email, { api })));
    const later = await visit(api, newTab(api), id);
    expect(refusal(later).code).toBe('provider_email_needs_verification');
    expect((await accountOf(email))?.identities ?? []).not.toContainEqual(
      expect.objectContaining({ provider: 'custom:acme' }),
    );
  });

  test('that a stranger planted a password on belongs to who proves the address', async () => {
    const { id, email } = person();
    const planted = newClient(api);
    await planted.auth.signUp({ email, password: PASSWORD });
    const { user } = await signInAs(api, id);
    expect(user?.email).toBe(email);
    const tried = await newClient(api).auth.signInWithPassword({ email, password: PASSWORD });
    expect(tried.error?.code).toBe('invalid_credentials');
    const late = await follow(linkIn(await mailTo(email, { api })));
    expect(fragmentOf(late).get('error_code')).toBe('otp_expired');
  });

  test('that is banned stays so', async () => {
    const { id } = person();
    const { user } = await signInAs(api, id);
    await adminClient(api).auth.admin.updateUserById(user?.id ?? '', { ban_duration: '1h' });
    expect(refusal(await visit(api, newTab(api), id)).code).toBe('user_banned');
  });

  test('follows the identity, not the address it once had', async () => {
    const first = person();
    const { user } = await signInAs(api, first.id);
    provider.people.set(first.id, { email: newEmail('renamed'), email_verified: true });
    expect((await signInAs(api, first.id)).user?.id).toBe(user?.id);
  });
});

describe('an invitation', () => {
  /** What a company wants of an address, once its account signs in there. */
  async function invite(email: string) {
    const owner = newClient(api);
    await owner.auth.signInWithPassword(await newAccount(api));
    await owner.rpc('create_company', { name_param: 'Acme Builders' });
    await owner.auth.refreshSession();
    const invited = await owner.rpc('invite_employee', {
      email_param: email,
      first_name_param: 'Ana',
      last_name_param: 'Ruiz',
    });
    expect(invited.error).toBeNull();
    return { owner, employee: invited.data as { id: string; company_id: string } };
  }
  const accountOfEmployee = async (owner: SupabaseClient, id: string) =>
    (await owner.from('employees').select('user_id').eq('id', id).single()).data?.user_id;

  test('meets the account of the address that the provider verified', async () => {
    const { id, email } = person();
    const { owner, employee } = await invite(email.toUpperCase());
    const { client, user } = await signInAs(api, id);
    expect(await accountOfEmployee(owner, employee.id)).toBe(user?.id);
    await client.auth.refreshSession();
    const { data } = await client.rpc('viewer');
    expect(data).toMatchObject({
      employee: { id: employee.id },
      company: { name: 'Acme Builders' },
    });
  });

  test('waits for the mail where the provider did not', async () => {
    const { id, email } = person({ email_verified: false });
    const { owner, employee } = await invite(email);
    const landing = await visit(api, newTab(api), id);
    expect(refusal(landing).code).toBe('provider_email_needs_verification');
    expect(await accountOfEmployee(owner, employee.id)).toBeNull();
  });
});

describe('Microsoft', () => {
  const employee = (claims: Record<string, unknown>) => {
    const id = crypto.randomUUID();
    microsoft.people.set(id, { oid: crypto.randomUUID(), tid: TENANT, ...claims });
    return id;
  };

  test('is believed about an address only where the tenant owns its domain', async () => {
    const victim = await newAccount(api);
    const id = employee({ email: victim.email, email_verified: true });
    const landing = await visit(api, newTab(api), id, { provider: 'azure' });
    expect(refusal(landing).code).toBe('provider_email_needs_verification');
    const owned = employee({ email: victim.email, xms_edov: true });
    const { user } = await signInAs(api, owned, newTab(api), 'azure');
    expect(user?.id).toBe(victim.id);
  });

  test('names people by object and tenant, and another tenant is refused', async () => {
    const oid = crypto.randomUUID();
    const claims = { oid, email: newEmail('entra'), xms_edov: '1' };
    const { user } = await signInAs(api, employee(claims), newTab(api), 'azure');
    expect(user?.identities?.[0]?.id).toBe(`${oid}@${TENANT}`);
    const foreign = employee({ ...claims, oid: crypto.randomUUID(), tid: crypto.randomUUID() });
    const landing = await visit(api, newTab(api), foreign, { provider: 'azure' });
    expect(refusal(landing).code).toBe('bad_oauth_callback');
  });
});

describe('linking', () => {
  /** Signed in with a password, about to link. */
  async function signedInTab(flowType: 'pkce' | 'implicit' = 'pkce') {
    const account = await newAccount(api);
    const tab = newTab(api, flowType);
    const { data } = await tab.client.auth.signInWithPassword(account);
    return { ...tab, account, session: data.session };
  }

  const linkUrl = async (tab: Awaited<ReturnType<typeof signedInTab>>, personId: string) => {
    const { data, error } = await tab.client.auth.linkIdentity({
      provider: 'custom:acme' as 'google',
      options: {
        redirectTo: `${api.url}/auth/login`,
        queryParams: { login_hint: personId },
        skipBrowserRedirect: true,
      },
    });
    expect(error).toBeNull();
    return data.url ?? '';
  };

  test('adds an account whatever its address, and unlinking takes it away', async () => {
    const tab = await signedInTab();
    const { id, email } = person({ email_verified: false });
    const landing = await tab.browser.follow(await linkUrl(tab, id), isLanding);
    const { data, error } = await tab.client.auth.exchangeCodeForSession(
      landing.searchParams.get('code') ?? '',
    );
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: tab.account.id, email: tab.account.email });
    // The session goes on: nobody has to show a second factor again.
    expect(decodeJwt(data.session?.access_token ?? '')['session_id']).toBe(
      decodeJwt(tab.session?.access_token ?? '')['session_id'],
    );
    expect((await signInAs(api, id)).user?.id).toBe(tab.account.id);

    const { data: mine } = await tab.client.auth.getUserIdentities();
    const linked = mine?.identities.find((each) => each.provider === 'custom:acme');
    expect(linked?.identity_data?.['email']).toBe(email);
    const unlinked = await tab.client.auth.unlinkIdentity(linked as never);
    expect(unlinked.error).toBeNull();
    const gone = await tab.client.auth.unlinkIdentity(linked as never);
    expect(gone.error?.code).toBe('identity_not_found');
    const after = await tab.client.auth.getUser();
    expect(after.data.user?.app_metadata['providers']).toEqual(['email']);
    const only = await tab.client.auth.unlinkIdentity(mine?.identities[0] as never);
    expect(only.error?.code).toBe('single_identity_not_deletable');
  });

  test('refuses what belongs to somebody else', async () => {
    const { id } = person();
    const owner = await signInAs(api, id);
    const tab = await signedInTab();
    const landing = await tab.browser.follow(await linkUrl(tab, id), isLanding);
    const { error } = await tab.client.auth.exchangeCodeForSession(
      landing.searchParams.get('code') ?? '',
    );
    expect(error).toMatchObject({
      code: 'identity_already_exists',
      message: 'Identity is already linked to another user',
    });
    expect((await signInAs(api, id)).user?.id).toBe(owner.user?.id);
  });

  test('is nothing that somebody else can finish', async () => {
    const attacker = await signedInTab('implicit');
    const victim = person();
    const url = await linkUrl(attacker, victim.id);
    const landing = await new Browser().follow(url, isLanding);
    expect(refusal(landing).code).toBe('bad_oauth_state');
    const byCode = await signedInTab('pkce');
    const opened = await new Browser().follow(await linkUrl(byCode, victim.id), isLanding);
    const stolen = await newTab(api).client.auth.exchangeCodeForSession(
      opened.searchParams.get('code') ?? '',
    );
    expect(stolen.error).not.toBeNull();
    for (const { account } of [attacker, byCode]) {
      expect((await accountOf(account.email))?.app_metadata['providers']).toEqual(['email']);
    }
  });

  test('needs a session, with the second factor where there is one', async () => {
    const anonymous = await call('/user/identities/authorize?provider=custom:acme', { api });
    expect(anonymous.status).toBe(401);
    const tab = await signedInTab();
    const { sql } = api.server.dependencies.database;
    await sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
      values (gen_random_uuid(), ${tab.account.id}, 'totp', 'verified', 'JBSWY3DPEHPK3PXP')`;
    const { error } = await tab.client.auth.linkIdentity({ provider: 'custom:acme' as 'google' });
    expect(error?.code).toBe('insufficient_aal');
    const [identity] = (await tab.client.auth.getUserIdentities()).data?.identities ?? [];
    const unlinked = await tab.client.auth.unlinkIdentity(identity as never);
    expect(unlinked.error?.code).toBe('insufficient_aal');
  });
});

describe('an id token', () => {
  /** As an app gets one from the provider. */
  async function idToken(personId: string, nonce?: string) {
    const redirectUri = 'http://127.0.0.1/app';
    const verifier = 'v'.repeat(64);
    const query = new URLSearchParams({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      login_hint: personId,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(nonce ? { nonce: createHash('sha256').update(nonce).digest('hex') } : {}),
    });
    const landing = await new Browser().follow(
      `${provider.issuer}/auth?${query}`,
      (url) => url.pathname === '/app',
    );
    const response = await fetch(`${provider.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: landing.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        code_verifier: verifier,
      }),
    });
    return ((await response.json()) as { id_token: string }).id_token;
  }

  const signIn = (token: string, nonce?: string, name = 'custom:acme') =>
    newClient(api).auth.signInWithIdToken({
      provider: name,
      token,
      ...(nonce === undefined ? {} : { nonce }),
    });

  test('opens the account, with its nonce', async () => {
    const { id, email } = person();
    const { data, error } = await signIn(await idToken(id, 'chosen'), 'chosen');
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect((await signIn(await idToken(id))).data.user?.id).toBe(data.user?.id);
    expect((await signIn(await idToken(id, 'chosen'), 'other')).error?.message).toBe(
      'Nonces mismatch',
    );
    expect((await signIn(await idToken(id, 'chosen'))).error?.status).toBe(400);
    expect((await signIn(await idToken(id), undefined, 'google')).error?.code).toBe(
      'provider_disabled',
    );
  });

  test('is linked to the account of a session', async () => {
    const { id } = person();
    const account = await newAccount(api);
    const client = newClient(api);
    await client.auth.signInWithPassword(account);
    const { data, error } = await client.auth.linkIdentity({
      provider: 'custom:acme',
      token: await idToken(id),
    });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(account.id);
    expect((await signInAs(api, id)).user?.id).toBe(account.id);
  });

  test('that is forged, too old, or for somebody else is refused', async () => {
    const { id } = person();
    const genuine = await idToken(id);
    const claims = decodeJwt(genuine);
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const jwk = await exportJWK(publicKey);
    const sign = (change: object, header: object = {}) =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ alg: 'RS256', ...header } as { alg: string })
        .sign(privateKey);
    const [head = '', body = ''] = genuine.split('.');
    const forged = [
      await sign({}),
      await sign({}, { jwk, kid: 'mine' }),
      `${head}.${body}.${'A'.repeat(342)}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
      'no token',
    ];
    for (const token of forged) {
      const { error } = await signIn(token);
      expect(error, token).toMatchObject({ status: 400, code: 'bad_oauth_callback' });
    }
    const elsewhere = await signIn(genuine, undefined, 'azure');
    expect(elsewhere.error).toMatchObject({ status: 400, code: 'bad_oauth_callback' });
  });
});
