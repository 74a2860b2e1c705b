import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Config, readConfig } from '../../config.ts';
import { openAuthority } from '../../tls/lan/authority.ts';
import { lanAddresses } from '../../tls/lan/lan-addresses.ts';
import { deviceOf } from './device.ts';
import { guidesEn } from './guides-en.ts';
import { guidesEs } from './guides-es.ts';
import { lanRoutes } from './lan-routes.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36';

let dataDir: string;
let authority: X509Certificate;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'lan-page-'));
  authority = (await openAuthority(dataDir, 'office-pc')).certificate;
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const configWith = (variables: Record<string, string>): Config =>
  readConfig({ DATA_DIR: dataDir, ...variables }, ROOT);

async function get(
  url: string,
  headers: Record<string, string> = {},
  config = configWith({ LAN: '1', HOST: '192.168.1.20' }),
) {
  const app = Fastify();
  await app.register(lanRoutes, { config });
  const answer = await app.inject({ url, headers: { host: '192.168.1.20:3080', ...headers } });
  await app.close();
  return answer;
}

test('the device at hand comes first and is open', async () => {
  const forPhone = (await get('/lan', { 'user-agent': IPHONE })).body;
  expect(forPhone).toMatch(/<details[^>]+id="iphone" open>/);
  expect(forPhone.indexOf('id="iphone"')).toBeLessThan(forPhone.indexOf('id="android"'));
  expect(forPhone).toContain('Certificate Trust Settings');
  expect(forPhone).toContain('only the switch of step 4 is missing');
  const forAndroid = (await get('/lan', { 'user-agent': ANDROID })).body;
  expect(forAndroid).toMatch(/<details[^>]+id="android" open>/);
  expect(forAndroid.match(/ open>/g)).toHaveLength(1);
  expect(deviceOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('windows');
  expect(deviceOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('mac');
  expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe('linux');
  expect(deviceOf(undefined)).toBe('android');
});

test('it speaks the language of the browser, or the one that is chosen', async () => {
  const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' };
  expect((await get('/lan', spanish)).body).toContain('<html lang="es">');
  expect((await get('/lan?lang=en', spanish)).body).toContain('<html lang="en">');
  expect((await get('/lan?lang=xx', spanish)).body).toContain('<html lang="es">');
});

test('both languages have the same devices, steps and drawings', () => {
  const shape = (guides: ReturnType<typeof guidesEn>) =>
    guides.map(({ device, steps, note }) => [
      device,
      note !== undefined,
      steps.map(({ screen }) => screen?.rows.map(({ kind, marked }) => [kind, marked])),
    ]);
  expect(shape(guidesEs('A'))).toEqual(shape(guidesEn('A')));
});

test('the authority can be downloaded for every system', async () => {
  const der = await get('/lan/authority.crt');
  expect(der.headers['content-type']).toBe('application/x-x509-ca-cert');
  expect(new X509Certificate(der.rawPayload).fingerprint256).toBe(authority.fingerprint256);
  const profile = await get('/lan/authority.mobileconfig');
  expect(profile.headers['content-type']).toBe('application/x-apple-aspen-config');
  const [, data = ''] = /<data>([^<]+)<\/data>/.exec(profile.body) ?? [];
  expect(Buffer.from(data, 'base64').equals(authority.raw)).toBe(true);
  expect(profile.body).toContain('<string>com.apple.security.root</string>');
  expect((await get('/lan/authority.mobileconfig')).body).toBe(profile.body);
  for (const { body } of [der, profile, await get('/lan')]) expect(body).not.toContain('PRIVATE');
  expect((await get('/lan')).body.replaceAll('<wbr>', '')).toContain(authority.fingerprint256);
});

test('the check may be asked from the page over plain HTTP, and the page may ask nobody else', async () => {
  const check = await get('/lan/check');
  expect(check.headers['access-control-allow-origin']).toBe('*');
  expect(check.json()).toEqual({ status: 'ok' });
  const { headers, body } = await get('/lan');
  expect(body).toContain('data-check="https://192.168.1.20:3443/lan/check"');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("connect-src 'self' https://192.168.1.20:3443;");
  expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/);
});

test('a Host header that is not ours leads nobody away', async () => {
  const { headers, body } = await get('/lan', { host: 'evil.example' });
  expect(body).not.toContain('evil.example');
  expect(String(headers['content-security-policy'])).not.toContain('evil.example');
});

test('addresses: the one that was reached, else the first; the name for those that resolve it', () => {
  const config = configWith({ LAN: '1', HOST: '0.0.0.0' });
  const local = { host: 'office-pc', addresses: ['192.168.1.20', '10.0.0.7', 'fd00::5'] };
  expect(lanAddresses(config, 'office-pc.local:3080', local)).toEqual({
    app: 'https://192.168.1.20:3443',
    others: ['https://10.0.0.7:3443', 'https://[fd00::5]:3443', 'https://office-pc.local:3443'],
    page: 'http://192.168.1.20:3080',
    reached: 'https://office-pc.local:3443',
  });
  expect(lanAddresses(config, '10.0.0.7:3080', local)).toMatchObject({
    app: 'https://10.0.0.7:3443',
    page: 'http://10.0.0.7:3080',
  });
  expect(lanAddresses(config, '[fd00::5]:3080', local).reached).toBe('https://[fd00::5]:3443');
  const usual = configWith({ LAN: '1', HOST: '0.0.0.0', HTTPS_PORT: '443', HTTP_PORT: 'off' });
  expect(lanAddresses(usual, undefined, local)).toMatchObject({
    app: 'https://192.168.1.20',
    page: 'https://192.168.1.20/lan',
  });
});

test('without HTTPS it has the commands; behind a proxy with HTTPS there is nothing to do', async () => {
  const plain = configWith({ HOST: '0.0.0.0', SITE_URL: 'http://192.168.1.20:3000' });
  const { body } = await get('/lan', {}, plain);
  expect(body).toContain('LAN=1 npm start');
  const proxied = configWith({ SITE_URL: 'https://time.example.com' });
  const redirect = await get('/lan', {}, proxied);
  expect([redirect.statusCode, redirect.headers.location]).toEqual([302, '/']);
});

test('while the authority is missing the page says so', async () => {
  const config = configWith({ LAN: '1', DATA_DIR: path.join(dataDir, 'empty') });
  expect((await get('/lan', {}, config)).body).toContain('The certificate is not ready');
  expect((await get('/lan/authority.crt', {}, config)).headers['content-type']).toContain('html');
});
