import { generateKeyPairSync } from 'node:crypto';
import { AuthInvalidJwtError, AuthRetryableFetchError } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  call,
  newAccount,
  newClient,
  newEmail,
  PASSWORD,
  sharedApi,
  signedIn,
} from './auth-support.ts';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('tokens that are not ours', () => {
  const claims = async () => {
    const { id, session } = await signedIn();
    const [header = '', payload = '', signature = ''] = session.access_token.split('.');
    const decoded = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return { id, header, payload, signature, decoded };
  };
  const refused = { status: 403, body: { error_code: 'bad_jwt' } };

  test('alg none', async () => {
    const { decoded } = await claims();
    const token = `${base64({ alg: 'none', typ: 'JWT' })}.${base64(decoded)}.`;
    expect(await call('/user', { token })).toMatchObject(refused);
  });

  test('signed with another key of the same kind and key id', async () => {
    const { decoded, header } = await claims();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const token = await new SignJWT(decoded)
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(privateKey);
    expect(await call('/user', { token })).toMatchObject(refused);
  });

  test('signed with the public key as if it were a shared secret', async () => {
    const { decoded } = await claims();
    const jwks = await (await fetch(`${sharedApi().url}/auth/v1/.well-known/jwks.json`)).text();
    const token = await new SignJWT(decoded)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(jwks));
    expect(await call('/user', { token })).toMatchObject(refused);
  });

  test('changed after signing', async () => {
    const { header, signature, decoded } = await claims();
    const token = `${header}.${base64({ ...decoded, role: 'service_role' })}.${signature}`;
    expect(await call('/user', { token })).toMatchObject(refused);
    expect(await call('/admin/users', { token })).toMatchObject(refused);
  });

  test('the client notices a changed token by itself', async () => {
    const { header, signature, decoded } = await claims();
    const token = `${header}.${base64({ ...decoded, role: 'owner' })}.${signature}`;
    const { data, error } = await newClient().auth.getClaims(token);
    expect(data).toBeNull();
    expect(error).toBeInstanceOf(AuthInvalidJwtError);
  });

  test("another person's refresh token brings that person's session, never a mixture", async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()];
    const answer = await call('/token?grant_type=refresh_token', {
      json: { refresh_token: theirs.session.refresh_token },
      token: mine.session.access_token,
    });
    expect(answer.body['user']).toMatchObject({ id: theirs.id });
    const own = await mine.client.auth.refreshSession();
    expect(own.data.user?.id).toBe(mine.id);
  });

  test.each(['', 'x', 'a.b.c', 'null', '{}', 'e30.e30.', 'ñ'.repeat(10)])(
    'junk "%s"',
    async (junk) => {
      const { status } = await call('/user', {
        headers: { authorization: `Bearer ${encodeURIComponent(junk)}` },
      });
      expect([401, 403]).toContain(status);
    },
  );

  test('a wrong API key', async () => {
    for (const apikey of ['wrong', '__proto__', 'constructor', 'toString']) {
      const answer = await call('/settings', { headers: { apikey } });
      expect(answer.status, apikey).toBe(401);
    }
  });
});

describe('the shape of errors', () => {
  const wrongPassword = async (headers: Record<string, string>) => {
    const { email } = await newAccount();
    return call('/token?grant_type=password', { json: { email, password: 'no' }, headers });
  };

  test('with an API version: code and message', async () => {
    const answer = await wrongPassword({ 'x-supabase-api-version': '2024-01-01' });
    expect(answer.body).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  });

  test('without: code, error_code and msg', async () => {
    const answer = await wrongPassword({});
    expect(answer.body).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  });

  test('unknown paths answer JSON', async () => {
    expect(await call('/no/such/thing')).toMatchObject({
      status: 404,
      body: { error_code: 'not_found' },
    });
  });

  test('what is not offered says so in GoTrue words', async () => {
    const client = newClient();
    expect((await client.auth.signInWithSSO({ domain: 'example.com' })).error?.message).toContain(
      'SAML 2.0 is disabled',
    );
    const idToken = await client.auth.signInWithIdToken({ provider: 'google', token: 'x' });
    expect(idToken.error?.message).toContain(
      'Provider (issuer "https://accounts.google.com") is not enabled',
    );
    expect(
      (await client.auth.signInWithPassword({ phone: '+15550100', password: PASSWORD })).error,
    ).toMatchObject({ code: 'invalid_credentials' });
    const { client: member } = await signedIn();
    const linked = await member.auth.linkIdentity({ provider: 'google' });
    expect(linked.error?.message).toContain('Unsupported provider: provider is not enabled');
  });

  test('a gateway that is down is a retryable error of the client', async () => {
    const client = newClient({ ...sharedApi(), url: 'http://127.0.0.1:9' });
    const { error } = await client.auth.signInWithPassword({ email: 'a@b.co', password: PASSWORD });
    expect(error).toBeInstanceOf(AuthRetryableFetchError);
  });
});

describe('JSON of the wrong type', () => {
  const wrong: unknown[] = [1, true, [], ['x'], {}, { a: 1 }, 'x\u0000y', '\ud800'];
  const bodies: [path: string, fields: string[], method?: string][] = [
    ['/signup', ['email', 'password', 'data', 'code_challenge', 'phone']],
    ['/token?grant_type=password', ['email', 'password', 'phone']],
    ['/token?grant_type=refresh_token', ['refresh_token']],
    ['/token?grant_type=pkce', ['auth_code', 'code_verifier']],
    ['/recover', ['email', 'code_challenge', 'code_challenge_method']],
    ['/otp', ['email', 'create_user', 'data', 'phone', 'channel']],
    ['/magiclink', ['email']],
    ['/verify', ['type', 'token', 'token_hash', 'email', 'phone']],
    ['/resend', ['type', 'email', 'phone']],
    ['/user', ['email', 'password', 'data', 'nonce', 'phone', 'app_metadata'], 'PUT'],
    ['/factors', ['factor_type', 'friendly_name', 'issuer']],
    ['/admin/users', ['email', 'password', 'user_metadata', 'role', 'ban_duration', 'id']],
    ['/admin/generate_link', ['type', 'email', 'data', 'redirect_to', 'new_email']],
    ['/invite', ['email', 'data']],
  ];
  const valid: Record<string, unknown> = {
    email: 'type-check@example.com',
    password: PASSWORD,
    type: 'signup',
    token: '123456',
    factor_type: 'totp',
  };

  test.each(bodies)('at %s is a 4xx and never a 5xx', async (path, fields, method = 'POST') => {
    const { session } = await signedIn();
    const isAdmin = path.startsWith('/admin') || path === '/invite';
    const token = isAdmin ? sharedApi().serviceKey : session.access_token;
    const headers = isAdmin ? { apikey: sharedApi().serviceKey } : {};
    const statuses = await Promise.all(
      fields.flatMap((field) =>
        wrong
          .filter((value) => !fits(field, value))
          .map(async (value) => {
            const json = { ...valid, email: newEmail('wrong'), [field]: value };
            const answer = await call(path, { method, json, token, headers });
            return { field, value: JSON.stringify(value), status: answer.status };
          }),
      ),
    );
    expect(statuses.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
  });

  test.each(['', '[]', '"x"', 'null', '{', '{"email":', '\u0000', '[[[[['])(
    'a body of %j',
    async (body) => {
      const answer = await call('/signup', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    },
  );

  test('text that is too long, data that is too large or too deep', async () => {
    const long = 'x'.repeat(50_000);
    const deep = `{"data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const { session } = await signedIn();
    const { access_token: token } = session;
    const { serviceKey } = sharedApi();
    const post = (path: string, json: unknown) => call(path, { json, token });
    const answers = await Promise.all([
      post('/token?grant_type=password', { email: `${long}@example.com`, password: long }),
      post('/token?grant_type=refresh_token', { refresh_token: long }),
      post('/signup', { email: newEmail(), password: PASSWORD, data: { long } }),
      post('/verify', { type: long, token: long, email: long }),
      post('/factors', { factor_type: long, friendly_name: long }),
      call('/signup', { method: 'POST', body: deep }),
      call('/user', { method: 'PUT', body: deep, token }),
      call('/user', { method: 'PUT', json: { data: { long } }, token }),
      call('/admin/users', {
        json: { email: newEmail(), role: long },
        token: serviceKey,
        headers: { apikey: serviceKey },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(400));
  });

  test('metadata that grows bit by bit', async () => {
    const { session } = await signedIn();
    const grow = (key: string) =>
      call('/user', {
        method: 'PUT',
        json: { data: { [key]: 'x'.repeat(6_000) } },
        token: session.access_token,
      });
    expect((await grow('first')).status).toBe(200);
    expect((await grow('second')).status).toBe(400);
    expect((await grow('first')).status).toBe(200);
  });

  test('a body that is too large', async () => {
    const answer = await call('/signup', { json: { email: 'x'.repeat(400_000) } });
    expect(answer.status).toBe(413);
  });

  /** Values that a field may rightly have. */
  function fits(field: string, value: unknown): boolean {
    const isPlainObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (['data', 'user_metadata'].includes(field)) return isPlainObject;
    if (field === 'create_user') return typeof value === 'boolean';
    return false;
  }
});
