import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { authorityFile, openAuthority, readAuthorityCertificate } from './authority.ts';
import { type LanSource, openLanSource } from './lan-source.ts';
import { createLeaf } from './leaf-certificate.ts';
import { isBareNameSafe, type LocalNames, localNames } from './local-names.ts';
import type { KeyAndCertificate } from './pem-file.ts';

const DAY_MS = 24 * 3600 * 1000;

let dataDir: string;
const opened: LanSource[] = [];
const warnings: string[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'lan-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((source) => source.stop()));
  rmSync(dataDir, { recursive: true });
});

async function open(local: { names: LocalNames; now?: Date }): Promise<LanSource> {
  const source = await openLanSource({ dataDir }, (problem) => warnings.push(problem), {
    names: () => local.names,
    now: () => local.now ?? new Date(),
  });
  opened.push(source);
  return source;
}

const OFFICE: LocalNames = { host: 'office-pc', addresses: ['192.168.1.20'] };

/** What a client that trusts the authority says to a server with this certificate. */
async function connect(
  { key, cert }: KeyAndCertificate,
  name: { servername?: string; ip?: string },
): Promise<string> {
  const ca = (await readAuthorityCertificate(dataDir))?.toString() ?? '';
  const server = tls.createServer({ key, cert });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.on('tlsClientError', () => undefined);
  try {
    return await new Promise<string>((resolve) => {
      const socket = tls.connect({
        host: '127.0.0.1',
        port: (server.address() as AddressInfo).port,
        ca,
        servername: name.servername ?? '',
        checkServerIdentity: (_host, certificate) =>
          tls.checkServerIdentity(name.servername ?? name.ip ?? '', certificate),
      });
      socket.once('secureConnect', () => resolve(socket.end() && 'trusted'));
      socket.once('error', (error) => resolve(error.message));
    });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

test('the certificate is trusted for the addresses and names of the machine', async () => {
  const source = await open({ names: OFFICE });
  const certificate = source.current();
  if (!certificate) throw new Error(source.status().problem ?? 'no certificate');
  expect(certificate.names).toEqual([
    'localhost',
    'office-pc.local',
    'office-pc',
    '192.168.1.20',
    '127.0.0.1',
    '0:0:0:0:0:0:0:1',
  ]);
  expect(await connect(certificate, { ip: '192.168.1.20' })).toBe('trusted');
  expect(await connect(certificate, { servername: 'office-pc.local' })).toBe('trusted');
  expect(await connect(certificate, { ip: '192.168.1.21' })).toContain('does not match');
  const days = (certificate.notAfter.getTime() - certificate.notBefore.getTime()) / DAY_MS;
  expect(days).toBeLessThanOrEqual(397);
});

test('a certificate of the authority for a name or address of the internet is refused', async () => {
  const authority = await openAuthority(dataDir, 'office-pc');
  const forLeaf = (dns: string[], ips: string[]) => createLeaf(authority, { dns, ips });
  const refused = 'permitted subtree violation';
  const domain = await forLeaf(['example.com'], []);
  expect(await connect(domain, { servername: 'example.com' })).toBe(refused);
  const mixed = await forLeaf(['office-pc.local', 'example.com'], []);
  expect(await connect(mixed, { servername: 'office-pc.local' })).toBe(refused);
  expect(await connect(await forLeaf([], ['8.8.8.8']), { ip: '8.8.8.8' })).toBe(refused);
  expect(await connect(await forLeaf([], ['172.32.0.1']), { ip: '172.32.0.1' })).toBe(refused);
  const v6 = await forLeaf([], ['2001:db8::1']);
  expect(await connect(v6, { ip: '2001:db8::1' })).toBe(refused);
  expect(await connect(await forLeaf([], ['172.31.0.1']), { ip: '172.31.0.1' })).toBe('trusted');
  expect(await connect(await forLeaf([], ['fd00::7']), { ip: 'fd00::7' })).toBe('trusted');
});

test('the authority stays over restarts, is readable by its owner alone and cannot make another', async () => {
  const first = await open({ names: OFFICE });
  const { mode } = statSync(authorityFile(dataDir));
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
  const again = await open({ names: OFFICE });
  expect(again.current()?.cert).toBe(first.current()?.cert);
  const { certificate } = await openAuthority(dataDir, 'office-pc');
  expect(certificate.ca).toBe(true);
  const years = (certificate.validToDate.getTime() - Date.now()) / DAY_MS / 365;
  expect(years).toBeGreaterThan(9.9);
});

test('several processes that start at once get one authority', async () => {
  const sources = await Promise.all([1, 2, 3, 4].map(() => open({ names: OFFICE })));
  const { certificate } = await openAuthority(dataDir, 'office-pc');
  for (const source of sources) {
    const leaf = new X509Certificate(source.current()?.cert ?? '');
    expect(leaf.verify(certificate.publicKey)).toBe(true);
  }
});

test('a new address of the machine makes a new certificate, which listeners hear of', async () => {
  const local = { names: OFFICE };
  const source = await open(local);
  const before = source.current()?.cert;
  const changes: string[] = [];
  source.onChange(({ names }) => changes.push(...names));
  await source.check();
  expect(changes).toEqual([]);
  local.names = { ...OFFICE, addresses: ['10.0.0.5'] };
  await source.check();
  expect(changes).toContain('10.0.0.5');
  expect(source.current()?.cert).not.toBe(before);
  // Another process of the same server finds the new one instead of making a third.
  expect((await open(local)).current()?.cert).toBe(source.current()?.cert);
});

test('a certificate is made anew a third of its life before it ends', async () => {
  const start = new Date();
  const local = { names: OFFICE, now: start };
  const source = await open(local);
  const before = source.current()?.cert;
  local.now = new Date(start.getTime() + 260 * DAY_MS);
  await source.check();
  expect(source.current()?.cert).toBe(before);
  local.now = new Date(start.getTime() + 270 * DAY_MS);
  await source.check();
  expect(source.current()?.cert).not.toBe(before);
});

test('a damaged authority is not replaced; the problem says what to do', async () => {
  const earlier = await open({ names: OFFICE });
  expect(earlier.status().problem).toBeNull();
  writeFileSync(authorityFile(dataDir), 'nothing');
  warnings.length = 0;
  await earlier.check();
  await earlier.check();
  expect(warnings).toEqual([earlier.status().problem]);
  expect(earlier.current()).not.toBeNull();
  expect(earlier.status().problem).toContain('Restore');
  const later = await open({ names: OFFICE });
  expect(later.current()).toBeNull();
  expect(later.status().nextTryAt).not.toBeNull();
  rmSync(authorityFile(dataDir));
  await later.check();
  expect(later.status()).toMatchObject({ problem: null, nextTryAt: null });
  expect(existsSync(authorityFile(dataDir))).toBe(true);
});

test('an authority that has ended names the clock as what to check first', async () => {
  const local = { names: OFFICE, now: new Date('2026-01-01T00:00:00Z') };
  const source = await open(local);
  local.now = new Date('2036-06-01T00:00:00Z');
  await source.check();
  expect(source.status().problem).toMatch(/^The authority ended on 2036-01-01\. Check the clock/);
});

test('a host name that could be a top-level domain is not permitted alone', async () => {
  expect(isBareNameSafe('dev')).toBe(false);
  expect(isBareNameSafe('xn--p1ai')).toBe(false);
  expect(isBareNameSafe('office-pc')).toBe(true);
  const source = await open({ names: { host: 'dev', addresses: [] } });
  expect(source.current()?.names).not.toContain('dev');
  const authority = await openAuthority(dataDir, 'dev');
  const forged = await createLeaf(authority, { dns: ['web.dev'], ips: [] });
  expect(await connect(forged, { servername: 'web.dev' })).toBe('permitted subtree violation');
});

test('the address to hand out is that of the network, not of a container bridge', () => {
  const entry = (address: string, internal = false) => ({
    address,
    internal,
    netmask: '',
    mac: '',
    cidr: null,
    ...(address.includes(':')
      ? { family: 'IPv6' as const, scopeid: 0 }
      : { family: 'IPv4' as const }),
  });
  const names = localNames('Office-PC.example.com', {
    lo: [entry('127.0.0.1', true)],
    docker0: [entry('172.17.0.1')],
    eth0: [entry('fe80::1'), entry('fd12::5'), entry('192.168.1.20'), entry('203.0.113.9')],
  });
  expect(names).toEqual({
    host: 'office-pc',
    addresses: ['192.168.1.20', 'fd12::5', '172.17.0.1'],
  });
  expect(localNames('localhost', {}).host).toBeNull();
  expect(localNames('my_pc', {}).host).toBeNull();
});
