import { describe, expect, test } from 'vitest';
import { allowedRedirect } from './redirect-allow-list.ts';

const settings = {
  siteUrl: 'https://time.example.com',
  redirectUrls: ['https://app.example.com/**', 'https://*.crew.example/welcome', 'myapp://login'],
};
const isAllowed = (url: string) => allowedRedirect(url, settings) === url;

describe('a link may lead', () => {
  test.each([
    'https://time.example.com',
    'https://time.example.com/auth/login?x=1#y',
    'https://app.example.com/any/where',
    'https://north.crew.example/welcome',
    'myapp://login',
  ])('to %s', (url) => expect(isAllowed(url)).toBe(true));
});

describe('and never', () => {
  test.each([
    'http://time.example.com/',
    'https://time.example.com.evil.example/',
    'https://evil.example/https://time.example.com',
    'https://time.example.com@evil.example/',
    'https://user:pw@time.example.com/',
    '//evil.example',
    '/relative',
    'https:\\\\evil.example',
    'https://time.example.com\\.evil.example',
    'https://time.exa\nmple.com/',
    'javascript:alert(1)//https://time.example.com',
    'https://a.b.crew.example/welcome',
    'https://crew.example/welcome',
    'http://localhost:3000/',
    'myapp://other',
    '',
  ])('to %s', (url) => expect(isAllowed(url)).toBe(false));
});

test('a site on this machine may lead to its other names, and to no other program of the machine', () => {
  const local = { siteUrl: 'http://127.0.0.1:3000', redirectUrls: [] };
  for (const same of ['http://localhost:3000/auth/login', 'http://[::1]:3000/']) {
    expect(allowedRedirect(same, local)).toBe(same);
  }
  for (const other of ['http://localhost:5173/', 'http://127.0.0.1/', 'https://127.0.0.1:3000/']) {
    expect(allowedRedirect(other, local)).toBe(local.siteUrl);
  }
  const named = { ...local, redirectUrls: ['http://localhost:5173/**'] };
  expect(allowedRedirect('http://localhost:5173/auth', named)).toBe('http://localhost:5173/auth');
  expect(allowedRedirect('http://10.0.0.5:3000/', local)).toBe(local.siteUrl);
  expect(allowedRedirect('http://127.0.0.1.evil.example/', local)).toBe(local.siteUrl);
});
