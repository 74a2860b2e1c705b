import { expect, test } from 'vitest';
import { explainFailure } from './explain-failure.ts';
import { AccountRefusal } from './issuer-account.ts';
import { ChallengeFailure, IssuerRefusal, IssuerUnreachable } from './issuer-error.ts';
import { parseRetryAfter } from './issuer-transport.ts';
import { NameNotProven } from './obtain-certificate.ts';
import { pauseAfter, renewalTime } from './renewal-time.ts';

const NAME = 'time.example.com';
const circumstances = {
  issuer: { directoryUrl: 'https://issuer.example/dir', email: 'me@example', eab: undefined },
  names: [NAME],
  place: '/data/tls',
  addressesOf: async () => ['203.0.113.7'],
};

const refusal = (type: string, detail = 'the detail') =>
  new IssuerRefusal({ type: `urn:ietf:params:acme:error:${type}`, detail }, 400);
const unproven = (type: string, detail: string, kind: 'http-01' | 'tls-alpn-01' = 'http-01') =>
  new NameNotProven([new ChallengeFailure(kind, NAME, { type, detail })]);
const fileError = (code: string) => Object.assign(new Error(code), { code });

test.each([
  [new IssuerUnreachable('CERT_HAS_EXPIRED'), 'its clock is probably wrong. Set the clock'],
  [new IssuerUnreachable('CERT_NOT_YET_VALID'), 'its clock is probably wrong. Set the clock'],
  [new IssuerUnreachable('ENOTFOUND'), 'issuer.example cannot be reached (ENOTFOUND). Check that'],
  [new AccountRefusal(refusal('invalidContact')), 'does not take ACME_EMAIL (the detail). Set'],
  [new AccountRefusal(refusal('rateLimited')), 'has a limit on certificates that is reached'],
  [refusal('rejectedIdentifier'), 'Set DOMAIN to a public name that is yours'],
  [refusal('caa'), 'A CAA record of time.example.com forbids the issuer'],
  [refusal('serverInternal', 'down\nfor a while'), 'could not help (down for a while). If it'],
  [unproven('dns', 'NXDOMAIN'), 'time.example.com has no address in DNS for the issuer'],
  [unproven('caa', 'CAA says no'), 'A CAA record of time.example.com forbids this issuer'],
  [
    unproven('connection', '203.0.113.7: Timeout'),
    '(203.0.113.7) on port 80 (203.0.113.7: Timeout)',
  ],
  [unproven('tls', '203.0.113.7: no ALPN', 'tls-alpn-01'), 'another server answers there'],
  [
    unproven('unauthorized', '2001:db8::1: Invalid response from http://time.example.com: 404'),
    'points to 2001:db8::1 for the issuer and to 203.0.113.7 here. Correct its A and AAAA',
  ],
  [
    unproven('unauthorized', '203.0.113.7: Invalid response'),
    'points to 203.0.113.7, and another server answers there',
  ],
  [fileError('EDQUOT'), 'The disk is full'],
  [fileError('53100'), 'The disk is full'],
  [fileError('EACCES'), 'chown -R USER /data/tls'],
  [new Error('something\nelse'), '(something else). It is tried again.'],
])('%s: one line with what to do', async (error, expected) => {
  const line = await explainFailure(error, circumstances);
  expect(line).toContain(expected);
  expect(line.split('\n')).toHaveLength(1);
});

test('a port that is closed beside one that another program answers', async () => {
  const failures = [
    new ChallengeFailure('http-01', NAME, { type: 'connection', detail: 'Connection refused' }),
    new ChallengeFailure('tls-alpn-01', NAME, { type: 'unauthorized', detail: 'no ALPN' }),
  ];
  expect(await explainFailure(new NameNotProven(failures), circumstances)).toContain(
    'port 80 is closed and port 443 is answered by another program',
  );
});

test('an issuer says when to ask again, in seconds or as a date', () => {
  expect(parseRetryAfter('90')).toBe(90_000);
  const inTenMinutes = new Date(Date.now() + 600_000).toUTCString();
  expect(parseRetryAfter(inTenMinutes)).toBeGreaterThan(500_000);
  expect(parseRetryAfter('Tue, 01 Jan 2019 00:00:00 GMT')).toBe(0);
  expect([parseRetryAfter(undefined), parseRetryAfter('soon')]).toEqual([undefined, undefined]);
});

test('pauses double up to six hours, and are never shorter than the issuer asks for', () => {
  const minutes = [1, 2, 3, 20].map((failures) => pauseAfter(failures, 0, 0) / 60_000);
  expect(minutes).toEqual([1, 2, 4, 360]);
  expect(pauseAfter(1, 0, 1)).toBe(66_000);
  expect(pauseAfter(2, 7_200_000)).toBe(7_200_000);
});

test('the renewal of a certificate is at the same moment for everybody who has it', () => {
  const day = (count: number) => new Date(Date.UTC(2026, 0, 1 + count));
  const make = (cert: string) => ({
    cert,
    key: '',
    notBefore: day(0),
    notAfter: day(90),
    names: [],
    issuer: '',
  });
  const times = Array.from({ length: 50 }, (_, index) => renewalTime(make(`${index}`)));
  for (const time of times) {
    expect(time >= day(58) && time <= day(60)).toBe(true);
  }
  expect(new Set(times.map(Number)).size).toBe(50);
  expect(renewalTime(make('0'))).toEqual(times[0]);
});
