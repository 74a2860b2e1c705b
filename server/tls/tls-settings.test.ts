import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (variables: Record<string, string>) => readConfig(variables, ROOT);

test('without any of them nothing changes', () => {
  expect(read({})).toMatchObject({
    host: '127.0.0.1',
    siteUrl: 'http://127.0.0.1:3000',
    siteUrlGiven: false,
    tls: { mode: 'off', domains: [] },
  });
});

test('a name is enough', () => {
  const { host, siteUrl, siteUrlGiven, demo, mailFrom, tls } = read({ DOMAIN: 'time.example.com' });
  expect(['::', '0.0.0.0']).toContain(host);
  expect({ siteUrl, siteUrlGiven, demo, mailFrom }).toEqual({
    siteUrl: 'https://time.example.com',
    siteUrlGiven: true,
    demo: 'off',
    mailFrom: 'Chalkline <no-reply@time.example.com>',
  });
  expect(tls).toEqual({
    mode: 'acme',
    domains: ['time.example.com'],
    httpsPort: 443,
    httpPort: 80,
    acme: {
      directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
      email: undefined,
      eab: undefined,
      caFile: undefined,
    },
    certFile: undefined,
    keyFile: undefined,
  });
});

test.each([
  [{ DOMAIN: 'a.example.com, B.Example.com.,a.example.com' }, ['a.example.com', 'b.example.com']],
  [{ DOMAIN: 'zeit.bücher.example' }, ['zeit.xn--bcher-kva.example']],
])('names are read as issuers write them: %o', (variables, domains) => {
  expect(read(variables).tls.domains).toEqual(domains);
});

test.each([
  [{ DOMAIN: 'a.example.com', HTTPS_PORT: '8443' }, 'https://a.example.com:8443'],
  [{ DOMAIN: 'a.example.com', SITE_URL: 'https://b.example.com/' }, 'https://b.example.com'],
  [{ LAN: '1', HOST: '192.168.1.20' }, 'https://192.168.1.20:3443'],
  [{ LAN: '1', HOST: 'fd00::1', HTTPS_PORT: '443' }, 'https://[fd00::1]'],
  [{ LAN: '0' }, 'http://127.0.0.1:3000'],
])('%o leads to %s', (variables, url) => {
  expect(read(variables).siteUrl).toBe(url);
});

test('own files come before an issuer', () => {
  const { tls } = read({ DOMAIN: 'a.example.com', TLS_CERT: 'x/cert.pem', TLS_KEY: '/y/key.pem' });
  expect(tls).toMatchObject({
    mode: 'files',
    certFile: path.join(ROOT, 'x/cert.pem'),
    keyFile: '/y/key.pem',
  });
});

test('an issuer that knows its customers gets both values', () => {
  const eab = { ACME_EAB_KID: 'me', ACME_EAB_KEY: 'c2VjcmV0' };
  const { acme } = read({ DOMAIN: 'a.example.com', ...eab, HTTP_PORT: 'off' }).tls;
  expect(acme.eab).toEqual({ kid: 'me', key: 'c2VjcmV0' });
});

const DOMAIN = 'time.example.com';
test.each([
  [{ DOMAIN: 'localhost' }, 'DOMAIN=localhost is wrong: it takes a name like time.example.com'],
  [{ DOMAIN: 'https://time.example.com' }, 'it takes a name like time.example.com'],
  [{ DOMAIN: '*.example.com' }, 'it takes a name like time.example.com'],
  [{ DOMAIN: '203.0.113.7' }, 'it takes a name like time.example.com'],
  [{ DOMAIN: ',' }, 'it takes a name like time.example.com'],
  [{ HTTPS_PORT: '70000' }, 'HTTPS_PORT=70000 is wrong: it takes a number from 0 to 65535'],
  [{ HTTP_PORT: 'none' }, 'HTTP_PORT=none is wrong: it takes a number from 0 to 65535, or off'],
  [{ ACME_DIRECTORY: 'letsencrypt' }, 'ACME_DIRECTORY=letsencrypt is wrong: it takes an address'],
  [{ ACME_EMAIL: 'me' }, 'ACME_EMAIL=me is wrong: it takes an address like you@example.com'],
  [{ ACME_EAB_KID: 'me' }, 'ACME_EAB_KID is set and ACME_EAB_KEY is not.'],
  [{ ACME_EAB_KID: 'me', ACME_EAB_KEY: 'hunter 2' }, 'ACME_EAB_KEY is wrong: it takes the key'],
  [{ TLS_CERT: 'cert.pem' }, 'TLS_CERT is set and TLS_KEY is not.'],
  [{ TLS_KEY: 'key.pem' }, 'TLS_KEY is set and TLS_CERT is not.'],
  [{ LAN: 'yes' }, 'LAN=yes is wrong: it takes 1 for on or 0 for off'],
  [{ LAN: '1', DOMAIN }, 'LAN=1 is for a network without a name, and DOMAIN is set.'],
  [{ LAN: '1', TLS_CERT: 'c', TLS_KEY: 'k' }, 'and TLS_CERT is set. Remove one of them.'],
  [{ DOMAIN, SITE_URL: 'http://time.example.com' }, 'this server speaks HTTPS'],
  [{ DOMAIN, HTTP_PORT: '443' }, 'HTTPS_PORT and HTTP_PORT are both 443.'],
  [{ DOMAIN, PORT: '80' }, 'PORT and HTTP_PORT are both 80.'],
])('%o is refused in one line', (variables, expected) => {
  let message = '';
  try {
    read(variables);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toContain(expected);
  expect(message).not.toContain('hunter');
  expect(message.split('\n')).toHaveLength(1);
});
