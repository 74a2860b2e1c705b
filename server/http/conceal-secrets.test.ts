import { expect, test } from 'vitest';
import { concealSecrets } from './conceal-secrets.ts';

test.each([
  ['refused eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl today', 'refused [token] today'],
  ['{"apikey":"sb_secret_abc-DEF_1"}', '{"apikey":"[key]"}'],
  ['of chl_pat_8Kq2mZ7x_a1B2c3 or', 'of [token] or'],
  ['?name=eq.chl%5fpat%5F8Kq2mZ7x%5fa1B2c3&x=1', '?name=eq.[token]&x=1'],
  ['authorization: Bearer abcdefgh12345678', 'authorization: Bearer [token]'],
  ['row ($argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA, x)', 'row ([hash], x)'],
  ['postgres://owner:p4ss%20word@db:5432/x', 'postgres://owner:[password]@db:5432/x'],
  ['smtps://me:hunter2@mail.example.com', 'smtps://me:[password]@mail.example.com'],
  [
    'GET /auth/v1/verify?token=pkce_1&type=signup',
    'GET /auth/v1/verify?token=[secret]&type=signup',
  ],
  ['/x#access_token=a&refresh_token=b', '/x#access_token=[secret]&refresh_token=[secret]'],
  ['otpauth://totp/A:b?secret=JBSWY3DP&issuer=A', 'otpauth://totp/A:b?secret=[secret]&issuer=A'],
])('in %s what is secret is taken out', (text, expected) => {
  expect(concealSecrets(text)).toBe(expected);
});

test.each([
  'duplicate key value violates unique constraint "time_entries_no_overlap"',
  'http://127.0.0.1:3000/rest/v1/time_entries?select=id&order=clock_in',
  '12:30:45 request /auth/v1/token status 200',
  'sb_publishable_abc is public',
])('%s is left alone', (text) => {
  expect(concealSecrets(text)).toBe(text);
});
