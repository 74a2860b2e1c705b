import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { hasLoopbackPages, loopbackOnly } from './loopback-only.ts';

const app = Fastify();
app.get('/', async (request) => {
  loopbackOnly(request);
  return 'here';
});
const status = async (headers: Record<string, string> = {}) =>
  (await app.inject({ url: '/', headers: { host: '127.0.0.1:3000', ...headers } })).statusCode;

test('Direct callers of this machine see it', async () => {
  expect(await status()).toBe(200);
});

test.each([
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
])('Whoever comes with %s came through a proxy', async (name) => {
  expect(await status({ [name]: 'x' })).not.toBe(200);
});

test.each([
  'time.example.com',
  'host@evil.example',
  'localhost@evil.example',
  'evil.example#localhost',
  'localhost/evil.example',
  'localhost, evil.example',
  'localhost:80:80',
])('Another name does not lead here: %s', async (host) => {
  expect(await status({ host })).not.toBe(200);
});

test.each(['localhost', 'LOCALHOST:3000', '[::1]:3000', '127.0.0.1'])('%s does', async (host) => {
  expect(await status({ host })).toBe(200);
});

test('A public address has no such pages', () => {
  const { tls } = readConfig({}, path.join(import.meta.dirname, '../..'));
  expect(hasLoopbackPages({ siteUrl: 'https://time.example.com', tls })).toBe(false);
  expect(
    hasLoopbackPages({ siteUrl: 'https://time.example.com', tls: { ...tls, mode: 'acme' } }),
  ).toBe(true);
  for (const siteUrl of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost']) {
    expect(hasLoopbackPages({ siteUrl, tls })).toBe(true);
  }
});
