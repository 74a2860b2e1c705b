import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { registerErrorHandler } from '../http/error-handler.ts';
import { registerSecurityHeaders } from '../http/security-headers.ts';
import { readEarlierFile } from './web-files.ts';
import { webRoutes } from './web-routes.ts';

const LARGE = 'export const many = 1;\n'.repeat(100);
const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-web-'));
const EARLIER = `${folder}-earlier`;

beforeAll(() => {
  mkdirSync(EARLIER);
  writeFileSync(path.join(EARLIER, 'list-old.js'), 'export {}');
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Chalkline</title>');
  writeFileSync(
    path.join(folder, 'alone.html'),
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'">`,
  );
  writeFileSync(path.join(folder, 'assets/main-abc.js'), 'export {}');
  writeFileSync(path.join(folder, 'assets/large-abc.js'), LARGE);
  writeFileSync(path.join(folder, 'assets/large-abc.js.br'), brotliCompressSync(LARGE));
  writeFileSync(path.join(folder, 'assets/large-abc.js.gz'), gzipSync(LARGE));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(EARLIER, { recursive: true });
});

async function appFor(environment: Record<string, string>): Promise<FastifyInstance> {
  const config = readConfig(environment, path.join(import.meta.dirname, '../..'));
  const app = Fastify();
  registerErrorHandler(app, pino({ level: 'silent' }));
  registerSecurityHeaders(app, config);
  await app.register(webRoutes, { config, directory: folder });
  return app;
}

async function headersOf(app: FastifyInstance, url: string) {
  return (await app.inject({ url })).headers;
}

/** `connect-src 'self' https://x` → `["'self'", 'https://x']` */
function directive(policy: unknown, name: string): string[] {
  const found = String(policy)
    .split('; ')
    .find((part) => part.startsWith(`${name} `));
  return found?.split(' ').slice(1) ?? [];
}

describe('the page, at every address of the app', () => {
  test.each(['/', '/time-tracker', '/auth/login', '/no/such/page'])('%s', async (url) => {
    const headers = await headersOf(await appFor({}), url);
    const policy = headers['content-security-policy'];
    expect(directive(policy, 'script-src')).toEqual(["'self'"]);
    expect(directive(policy, 'default-src')).toEqual(["'self'"]);
    expect(directive(policy, 'connect-src')).toEqual(["'self'"]);
    expect(directive(policy, 'object-src')).toEqual(["'none'"]);
    expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"]);
    expect(policy).not.toContain('unsafe-eval');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
    // Clocking in may tell where; nothing else of the device is asked for.
    expect(headers['permissions-policy']).toContain('geolocation=(self)');
    expect(headers['permissions-policy']).toContain('microphone=()');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('reaches the backend where it is, and no other', async () => {
    const app = await appFor({
      SITE_URL: 'https://time.example.com',
      VITE_SUPABASE_URL: 'https://abc.supabase.co',
    });
    const policy = (await headersOf(app, '/'))['content-security-policy'];
    expect(directive(policy, 'connect-src')).toEqual([
      "'self'",
      'https://time.example.com',
      'https://abc.supabase.co',
      'wss://time.example.com',
      'wss://abc.supabase.co',
    ]);
    expect(directive(policy, 'img-src')).not.toContain('https:');
  });

  test('a base map is taken from the provider that is set, and no other', async () => {
    const app = await appFor({
      MAP_STYLE_URL: 'https://tiles.example.com/styles/plain.json?key=1',
    });
    const policy = (await headersOf(app, '/'))['content-security-policy'];
    expect(directive(policy, 'connect-src')).toEqual(["'self'", 'https://tiles.example.com']);
    expect(directive(policy, 'img-src')).toContain('https://tiles.example.com');
    expect(directive(policy, 'script-src')).toEqual(["'self'"]);
  });
});

test('assets are kept for good and never taken for another type', async () => {
  const headers = await headersOf(await appFor({}), '/assets/main-abc.js');
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

test('a page that was open during an update finds the rest of its own build', async () => {
  const app = await appFor({});
  const { statusCode, body, headers } = await app.inject('/assets/list-old.js');
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'export {}' });
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect((await app.inject('/assets/none.js')).statusCode).toBe(404);
  // What lies elsewhere is none of it, although it is there.
  const elsewhere = `/assets/../${path.basename(folder)}/index.html`;
  expect(readEarlierFile(elsewhere, folder)).toBeUndefined();
});

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['', undefined, (body: Buffer) => body],
] as const)('a file travels as its reader can take it: %j', async (accepted, encoding, unpack) => {
  const app = await appFor({});
  const { headers, rawPayload } = await app.inject({
    url: '/assets/large-abc.js',
    headers: { 'accept-encoding': accepted },
  });
  expect(headers['content-encoding']).toBe(encoding);
  expect(unpack(rawPayload).toString()).toBe(LARGE);
  const again = await app.inject({
    url: '/assets/large-abc.js',
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

test.each(['/', '/assets/main-abc.js', '/assets/gone.js', '/rest/v1/nothing'])(
  'HTTPS is insisted on where the public address has it: %s',
  async (url) => {
    const secure = await appFor({ SITE_URL: 'https://time.example.com' });
    expect((await headersOf(secure, url))['strict-transport-security']).toMatch(/^max-age=\d{8}$/);
    const plain = await appFor({ SITE_URL: 'http://time.example.com' });
    expect((await headersOf(plain, url))['strict-transport-security']).toBeUndefined();
  },
);

test('a page that brings its own policy is served with that one', async () => {
  const app = await appFor({});
  const { headers } = await app.inject('/alone.html');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers['x-frame-options']).toBe('DENY');
  const index = await app.inject('/');
  expect(index.headers['content-security-policy']).toContain("default-src 'self'");
  await app.close();
});
