import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAuthority, type TestAuthority } from '../../testing/test-certificate.ts';
import { type Config, readConfig } from '../config.ts';
import type { CertificateStatus } from './certificate.ts';
import { certificateProbe } from './certificate-probe.ts';
import { HttpsCheck } from './https-check.ts';
import { parseCertificate } from './parse-certificate.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const HOUR_MS = 3600_000;
const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-check-'));
let authority: TestAuthority;
let server: Server;
let config: Config;
let now = Date.now();

beforeAll(async () => {
  authority = await createTestAuthority();
  server = createServer(await authority.issue({ names: ['time.example.com'] }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const variables = { DOMAIN: 'time.example.com', HOST: '127.0.0.1', DATA_DIR: dataDir };
  const read = readConfig({ ...variables, SITE_URL: 'https://time.example.com' }, ROOT);
  config = { ...read, tls: { ...read.tls, httpsPort: port } };
});
afterAll(() => {
  server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const newCheck = (settings = config) =>
  new HttpsCheck(settings, { ca: authority.cert, now: () => now });

test('browsers are told to insist on HTTPS after a day of it, restarts included', async () => {
  const first = newCheck();
  expect(first.hstsHeader()).toBeUndefined();
  await first.check();
  expect([first.refusal, first.hstsHeader()]).toEqual([null, undefined]);
  expect(statSync(path.join(dataDir, 'tls')).mode & 0o077).toBe(0);

  now += 23 * HOUR_MS;
  const restarted = newCheck();
  await restarted.check();
  expect(restarted.hstsHeader()).toBeUndefined();
  now += HOUR_MS;
  expect(restarted.hstsHeader()).toBe('max-age=63072000');
  // Other ports are none of its business.
  const elsewhere = newCheck({ ...config, siteUrl: 'https://time.example.com:8443' });
  await elsewhere.check();
  expect(elsewhere.hstsHeader()).toBeUndefined();

  server.setSecureContext(await authority.issue({ names: ['other.example.com'] }));
  await restarted.check();
  expect([restarted.refusal, restarted.hstsHeader()]).toEqual([
    expect.stringContaining('ALTNAME_INVALID'),
    undefined,
  ]);
  server.setSecureContext(await authority.issue({ names: ['time.example.com'] }));
  await restarted.check();
  expect([restarted.refusal, restarted.hstsHeader()]).toEqual([null, undefined]);
});

test('an authority that others do not know is not trusted', async () => {
  const check = new HttpsCheck(config);
  await check.check();
  expect([check.refusal, check.hstsHeader()]).toEqual([expect.any(String), undefined]);
});

test('Settings › System says how the certificate is', async () => {
  const line = async (status: Partial<CertificateStatus>, refusal: string | null = null) => {
    const complete = { mode: 'files' as const, certificate: null, problem: null, nextTryAt: null };
    const certificates = {
      current: () => null,
      onChange: () => () => undefined,
      status: () => ({ ...complete, ...status }),
      stop: async () => undefined,
    };
    const check = { refusal } as HttpsCheck;
    const found = await certificateProbe(config, { certificates, check })();
    return [found?.state, found?.reason];
  };
  const issue = async (days: number, startsInDays: number) => {
    const { cert, key } = await authority.issue({ names: ['a.example.com'], days, startsInDays });
    return parseCertificate(cert, key);
  };
  const certificate = await issue(60, -30);
  expect(await line({})).toEqual(['warning', 'ordered']);
  expect(await line({ problem: 'No way.' })).toEqual(['error', 'missing']);
  expect(await line({ certificate })).toEqual(['ok', 'valid']);
  expect(await line({ certificate }, 'SELF_SIGNED')).toEqual(['warning', 'untrusted']);
  expect(await line({ certificate, problem: 'Later.' })).toEqual(['warning', 'problem']);
  expect(await line({ certificate: await issue(10, -80) })).toEqual(['warning', 'endsSoon']);
  expect(await line({ certificate: await issue(-1, -80) })).toEqual(['error', 'expired']);
});

test.each([
  [{}, 'off', 'local'],
  [{ SITE_URL: 'https://time.example.com' }, 'off', 'proxy'],
  [{ HOST: '192.168.1.20' }, 'warning', 'plain'],
])('without TLS of its own: %o', async (variables, state, reason) => {
  const found = await certificateProbe(readConfig(variables, ROOT), undefined)();
  expect(found).toMatchObject({ id: 'certificate', state, reason });
});
