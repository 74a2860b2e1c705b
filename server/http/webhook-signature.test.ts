import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { retrySecondsAfter } from '../webhooks/webhook-schedule.ts';
import { signWebhook } from './webhook-signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test('D-1: the signature of Standard Webhooks', () => {
  const content = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  };
  expect(signWebhook([SECRET], content)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

/** Receivers that were written for other senders compute the same kinds of HMAC; docs/webhooks.md names the difference. */
test.each([
  [
    'D-2',
    "It's a Secret to Everybody",
    'Hello, World!',
    '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  ],
  [
    'D-3',
    'whsec_test_secret',
    '1614265330.{"id":"evt_1"}',
    'e135cdbed3dda004bf8a2fb350f2541d299393c770e0b9e6e319dc595e9072aa',
  ],
])('%s: the digest of node:crypto agrees with the published one', (_, secret, content, digest) => {
  expect(createHmac('sha256', secret).update(content).digest('hex')).toBe(digest);
});

test('the public library accepts it with either of two secrets, and nothing that was changed', () => {
  const other = `whsec_${Buffer.from('x'.repeat(24)).toString('base64')}`;
  const timestamp = Math.floor(Date.now() / 1000);
  const body = '{"type":"time_entry.started"}';
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook([other, SECRET], { id: 'msg_1', timestamp, body }),
  };
  for (const secret of [SECRET, other]) {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('signature');
  }
  const late = { ...headers, 'webhook-timestamp': String(timestamp + 1) };
  expect(() => new Webhook(SECRET).verify(body, late)).toThrow('signature');
});

test('ten attempts within about 75 hours, each a tenth earlier or later', () => {
  const of = (random: number) =>
    Array.from({ length: 10 }, (_, index) => retrySecondsAfter(index + 1, undefined, () => random));
  const middle = of(0.5);
  expect(middle.at(-1)).toBeUndefined();
  const hours = middle.slice(0, -1).reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3600;
  expect(hours).toBeCloseTo(75.58, 1);
  expect(of(0)[0]).toBeCloseTo(4.5);
  expect(of(1)[0]).toBeCloseTo(5.5);
});
