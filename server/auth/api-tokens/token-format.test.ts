import { expect, test } from 'vitest';
import { apiTokenOf, checksumOf, hasApiToken, isWellFormed } from './token-format.ts';

const BODY = `chl_pat_8Kq2mZ7x_${'a1B2'.repeat(10)}`;
const TOKEN = `${BODY}${checksumOf(BODY)}`;

test('the check sum is CRC-32 in base 62', () => {
  // 0xCBF43926, the check value of CRC-32.
  expect(checksumOf('123456789')).toBe('3jZRME');
  expect(isWellFormed(TOKEN)).toBe(true);
});

test('every single mistyped, missing, doubled or swapped character is found', () => {
  for (let at = 0; at < TOKEN.length; at++) {
    const other = TOKEN[at] === 'x' ? 'y' : 'x';
    const swapped = `${TOKEN.slice(0, at)}${TOKEN[at + 1] ?? ''}${TOKEN[at]}${TOKEN.slice(at + 2)}`;
    const wrong = [
      `${TOKEN.slice(0, at)}${other}${TOKEN.slice(at + 1)}`,
      `${TOKEN.slice(0, at)}${TOKEN.slice(at + 1)}`,
      `${TOKEN.slice(0, at)}${TOKEN[at]}${TOKEN.slice(at)}`,
      ...(swapped === TOKEN ? [] : [swapped]),
    ];
    expect(wrong.filter(isWellFormed), `at ${at}`).toEqual([]);
  }
});

test.each([
  '',
  'chl_pat_',
  `${TOKEN} `,
  `${TOKEN}\n`,
  TOKEN.toUpperCase(),
  `${TOKEN}${TOKEN}`,
  'chl_pat_ÄÖÜ',
])('%j is no token', (text) => {
  expect(isWellFormed(text)).toBe(false);
});

test('a token is read from Authorization, or from the key alone', () => {
  expect(apiTokenOf({ authorization: `Bearer ${TOKEN}`, apikey: 'sb_publishable_x' })).toBe(TOKEN);
  expect(apiTokenOf({ authorization: `bearer  ${TOKEN} ` })).toBe(TOKEN);
  expect(apiTokenOf({ apikey: TOKEN })).toBe(TOKEN);
  expect(apiTokenOf({ authorization: 'Bearer eyJ', apikey: TOKEN })).toBeUndefined();
  expect(apiTokenOf({ authorization: `Basic ${TOKEN}` })).toBeUndefined();
  expect(apiTokenOf({})).toBeUndefined();
});

test('a token in an address is seen wherever it stands', () => {
  expect(hasApiToken(`/rest/v1/projects?apikey=${TOKEN}`)).toBe(true);
  expect(hasApiToken(`/rest/v1/projects?name=eq.${TOKEN}&select=id`)).toBe(true);
  expect(hasApiToken('/rest/v1/projects?name=eq.chl_pat_')).toBe(false);
  expect(hasApiToken(`/rest/v1/projects?apikey=${TOKEN.replaceAll('_', '%5f')}`)).toBe(true);
  expect(hasApiToken(`/rest/v1/projects?apikey=%63${TOKEN.slice(1)}&name=eq.50%25`)).toBe(true);
  expect(hasApiToken('/rest/v1/projects?name=eq.100%&select=%E0%A4%A')).toBe(false);
});
