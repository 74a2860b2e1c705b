import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Keys of a browser's subscription, base64url. */
export interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** No later attempt would make them right. */
export class SubscriptionKeyError extends Error {}

/** The only record of a message; push services take no more than 4,096 bytes. */
const RECORD_BYTES = 4_096;
const HEADER_BYTES = 16 + 4 + 1 + 65;
const TAG_BYTES = 16;
const DELIMITER = 2;
/** What fits into one message before it is encrypted. */
export const MAX_PAYLOAD_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1;
/** Lengths are rounded up: they say less about which text it is. */
const PADDING_STEP_BYTES = 256;

interface Ephemeral {
  readonly salt: Buffer;
  readonly privateKey?: Buffer;
  readonly isPadded: boolean;
}

/** A message in `aes128gcm` (RFC 8188) that only this browser can read (RFC 8291). */
export function encryptPayload(
  payload: Buffer,
  keys: SubscriptionKeys,
  { salt, privateKey, isPadded }: Ephemeral = { salt: randomBytes(16), isPadded: true },
): Buffer {
  if (payload.length > MAX_PAYLOAD_BYTES) throw new RangeError('The payload is too large');
  const receiver = bytesOf(keys.p256dh, 65);
  const own = createECDH('prime256v1');
  if (privateKey) own.setPrivateKey(privateKey);
  else own.generateKeys();
  const sender = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = derive(sharedSecret(own, receiver), bytesOf(keys.auth, 16), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const padding = Buffer.alloc(isPadded ? paddingFor(payload.length) : 0);
  const plain = Buffer.concat([payload, Buffer.of(DELIMITER), padding]);
  const header = Buffer.alloc(HEADER_BYTES);
  salt.copy(header);
  header.writeUInt32BE(RECORD_BYTES, 16);
  header.writeUInt8(sender.length, 20);
  sender.copy(header, 21);
  return Buffer.concat([header, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function paddingFor(length: number): number {
  const rounded = Math.ceil(length / PADDING_STEP_BYTES) * PADDING_STEP_BYTES;
  return Math.min(rounded, MAX_PAYLOAD_BYTES) - length;
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}

function bytesOf(text: string, bytes: number): Buffer {
  const decoded = Buffer.from(text, 'base64url');
  if (decoded.length === bytes) return decoded;
  throw new SubscriptionKeyError('The keys of the subscription have another length');
}

function sharedSecret(own: ReturnType<typeof createECDH>, receiver: Buffer): Buffer {
  try {
    return own.computeSecret(receiver);
  } catch (cause) {
    throw new SubscriptionKeyError('The key of the subscription is no point of P-256', { cause });
  }
}
