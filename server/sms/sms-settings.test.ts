import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { smsLine, type TextFigures } from './sms-probe.ts';

const ACCOUNT = `AC${'a'.repeat(32)}`;
const read = (variables: Record<string, string>) => readConfig(variables, '/nowhere').sms;

test('no gateway, any gateway, Twilio', () => {
  expect(read({})).toBeUndefined();
  expect(
    read({ SMS_URL: 'https://sms.example.com/{{to_digits}}', SMS_HEADERS: '{"X-Key": "k"}' }),
  ).toMatchObject({ provider: 'http', headers: { 'x-key': 'k' }, maxSegments: 2 });
  const twilio = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: ACCOUNT, SMS_FROM: '+15005550006' };
  expect(read({ ...twilio, TWILIO_AUTH_TOKEN: 'token-of-the-account' })).toMatchObject({
    url: 'https://api.twilio.com',
    user: ACCOUNT,
    password: 'token-of-the-account',
  });
});

test.each([
  [{ SMS_PROVIDER: 'http' }, 'needs SMS_URL'],
  [{ SMS_PROVIDER: 'twilio' }, 'needs TWILIO_ACCOUNT_SID'],
  [
    { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: ACCOUNT, TWILIO_AUTH_TOKEN: 'token-12345' },
    'needs SMS_FROM',
  ],
  [{ SMS_URL: 'ftp://x' }, 'SMS_URL is wrong'],
  [{ SMS_URL: 'https://x.example', SMS_HEADERS: 'X: s3cret' }, 'SMS_HEADERS is wrong: it takes'],
  [{ SMS_URL: 'https://x.example', SMS_BODY: 'to={{to}}' }, 'SMS_BODY is wrong'],
  [{ SMS_URL: 'https://x.example', SMS_CALLBACK_SECRET: 'short' }, 'SMS_CALLBACK_SECRET is wrong'],
])('%j stops the start and repeats no secret', (variables, text) => {
  expect(() => read(variables as Record<string, string>)).toThrow(text);
  expect(() => read(variables as Record<string, string>)).not.toThrow('s3cret');
});

const NOW = new Date('2026-03-02T12:00:00Z');
const FIGURES: TextFigures = {
  sent: 3,
  waiting: 0,
  failed: 0,
  unknown: 0,
  lastSentAt: NOW,
  waitingSince: null,
  lastErrorDetail: null,
};

test.each([
  ['off', {}, 'off', 'notSet'],
  ['captured', {}, 'off', 'captured'],
  ['gateway', {}, 'ok', 'ok'],
  ['gateway', { lastSentAt: null }, 'ok', 'unused'],
  ['gateway', { failed: 2 }, 'warning', 'failed'],
  ['gateway', { failed: 2, unknown: 1 }, 'warning', 'unknownOutcome'],
  ['gateway', { waitingSince: new Date('2026-03-02T11:40:00Z') }, 'error', 'heldUp'],
] as const)('the line of %s with %j is %s', (mode, figures, state, reason) => {
  expect(smsLine(mode, 'sms.example.com', { ...FIGURES, ...figures }, NOW)).toMatchObject({
    id: 'sms',
    state,
    reason,
  });
});
