import { beforeAll, describe, expect, test } from 'vitest';
import { adminClient, call, newAccount, PASSWORD, sharedApi } from './auth-support.ts';

const api = sharedApi();
let token: string;
let bucket: string;

beforeAll(async () => {
  const { email } = await newAccount();
  const json = { email, password: PASSWORD };
  const { body } = await call('/token?grant_type=password', { json });
  token = String(body['access_token']);
  bucket = `headers-${Date.now()}`;
  const { storage } = adminClient();
  await storage.createBucket(bucket, { public: true });
  const upload = (name: string, body: string, contentType: string) =>
    storage.from(bucket).upload(name, body, { contentType });
  await upload('page.html', '<script>alert(1)</script>', 'text/html');
  await upload('plan.pdf', '%PDF-1.4\n%%EOF', 'application/pdf');
});

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(api.url + path, {
    redirect: 'manual',
    headers: { apikey: api.anonKey, authorization: `Bearer ${token}`, ...headers },
  });
}

const ANSWERS: readonly [what: string, path: string, status: number][] = [
  ['rows', '/rest/v1/companies?select=id', 200],
  ['a refused query', '/rest/v1/companies?select=nothing', 400],
  ['a table that is not there', '/rest/v1/nothing', 404],
  ['an account', '/auth/v1/user', 200],
  ['a route of accounts that is not there', '/auth/v1/nothing', 404],
  ['a used link', '/auth/v1/verify?token=used&type=signup', 303],
  ['buckets', '/storage/v1/bucket', 200],
  ['a file that is not there', '/storage/v1/object/public/none/none.txt', 400],
  ['a live route that is not there', '/realtime/v1/nothing', 404],
];

describe('answers of the APIs, refusals included', () => {
  test.each(ANSWERS)('%s', async (_what, path, status) => {
    const { headers, status: actual } = await get(path);
    expect(actual).toBe(status);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('content-type') ?? '').not.toContain('html');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('without a key too', async () => {
    const { status, headers } = await fetch(`${api.url}/rest/v1/companies`);
    expect(status).toBe(401);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('files that people uploaded', () => {
  test('a page is a download in a sandbox', async () => {
    const { headers } = await get(`/storage/v1/object/public/${bucket}/page.html`);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('a document is shown, in frames of ours only', async () => {
    const { headers } = await get(`/storage/v1/object/public/${bucket}/plan.pdf`);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
  });

  test('what took a permission is not for shared caches', async () => {
    const { headers } = await get(`/storage/v1/object/${bucket}/plan.pdf`, {
      apikey: api.serviceKey,
      authorization: `Bearer ${api.serviceKey}`,
    });
    expect(headers.get('cache-control')).toMatch(/^private\b/);
  });
});

describe('other origins', () => {
  const preflight = (path: string, origin = 'https://elsewhere.example') =>
    fetch(api.url + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers':
          'authorization,apikey,x-client-info,content-profile,prefer',
      },
    });

  test.each([
    '/rest/v1/companies',
    '/auth/v1/token',
    '/storage/v1/object/x/y',
    '/realtime/v1/api/broadcast',
  ])('may call %s with a token, without cookies', async (path) => {
    const { status, headers } = await preflight(path);
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(headers.get('access-control-allow-headers')).toContain('x-client-info');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  test('read what clients need from an answer', async () => {
    const { headers } = await get('/rest/v1/companies?select=id', { prefer: 'count=exact' });
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase();
    for (const name of ['content-range', 'x-supabase-api-version', 'retry-after', 'location']) {
      expect(exposed).toContain(name);
    }
  });

  test.each(['/health', '/config.json', '/metrics', '/dev/mail.json', '/'])(
    'get no leave to read %s',
    async (path) => {
      expect((await preflight(path)).headers.get('access-control-allow-origin')).toBeNull();
      const { headers } = await fetch(api.url + path, { headers: { origin: 'https://x.example' } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('set-cookie')).toBeNull();
    },
  );
});

test('pages for the machine’s own people forbid everything they do not need', async () => {
  const { headers } = await fetch(`${api.url}/dev/mail`);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
});
