import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createReceiver, decryptPush, importReceiver } from '../../testing/decrypt-push.ts';
import { encryptPayload, MAX_PAYLOAD_BYTES, SubscriptionKeyError } from './encrypt.ts';

/** RFC 8291, section 5 and appendix A. */
const RFC = {
  plain: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('encrypts as RFC 8291 writes it', () => {
  const message = encryptPayload(Buffer.from(RFC.plain), RFC, {
    salt: Buffer.from(RFC.salt, 'base64url'),
    privateKey: Buffer.from(RFC.senderPrivate, 'base64url'),
    isPadded: false,
  });
  expect(message.toString('base64url')).toBe(RFC.message);
});

test('another implementation reads the RFC and us, at any length', async () => {
  const theirs = await importReceiver(RFC.receiverPrivate, RFC.p256dh, RFC.auth);
  expect(await decryptPush(Buffer.from(RFC.message, 'base64url'), theirs)).toBe(RFC.plain);

  const receiver = await createReceiver();
  for (const length of [0, 1, 255, 256, 257, 3_992, MAX_PAYLOAD_BYTES]) {
    const plain = 'ñ'.repeat(length / 2) + 'x'.repeat(length % 2);
    const message = encryptPayload(Buffer.from(plain), receiver);
    expect(message.length).toBeLessThanOrEqual(4_096);
    expect(await decryptPush(message, receiver)).toBe(plain);
  }
  await expect(decryptPush(encryptPayload(Buffer.from('a'), receiver), theirs)).rejects.toThrow();
});

test('texts of about the same length are of the same length on the way', async () => {
  const receiver = await createReceiver();
  const lengths = ['Yes', 'Your shift begins'].map(
    (plain) => encryptPayload(Buffer.from(plain), receiver).length,
  );
  expect(lengths[0]).toBe(lengths[1]);
});

test('keys that are none are refused, and so is what does not fit', async () => {
  const { p256dh, auth } = await createReceiver();
  const encrypt = (keys: { p256dh: string; auth: string }) => () =>
    encryptPayload(Buffer.from('a'), keys);
  expect(encrypt({ p256dh: '', auth })).toThrow(SubscriptionKeyError);
  expect(encrypt({ p256dh, auth: 'short' })).toThrow(SubscriptionKeyError);
  const noPoint = Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url');
  expect(encrypt({ p256dh: noPoint, auth })).toThrow(SubscriptionKeyError);
  expect(() => encryptPayload(Buffer.alloc(MAX_PAYLOAD_BYTES + 1), { p256dh, auth })).toThrow(
    RangeError,
  );
});
