const { subtle } = crypto;

/** A browser's subscription, as the browser has it: with its private key. */
export interface Receiver {
  readonly privateKey: CryptoKey;
  /** base64url, as the browser sends them to the server. */
  readonly p256dh: string;
  readonly auth: string;
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const text = (value: string) => new TextEncoder().encode(value);
const base64url = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) =>
  Buffer.from(bytes as Uint8Array).toString('base64url');
const bytes = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));

export async function createReceiver(): Promise<Receiver> {
  const pair = await subtle.generateKey(CURVE, true, ['deriveBits']);
  return {
    privateKey: pair.privateKey,
    p256dh: base64url(await subtle.exportKey('raw', pair.publicKey)),
    auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
  };
}

/** From a private key as RFC 8291 writes it. */
export async function importReceiver(d: string, p256dh: string, auth: string): Promise<Receiver> {
  const point = bytes(p256dh);
  const [x, y] = [base64url(point.slice(1, 33)), base64url(point.slice(33))];
  const jwk = { kty: 'EC', crv: 'P-256', d, x, y };
  return {
    privateKey: await subtle.importKey('jwk', jwk, CURVE, false, ['deriveBits']),
    p256dh,
    auth,
  };
}

/** What a browser does with a push (RFC 8291), by WebCrypto and by nothing of the server. */
export async function decryptPush(message: Buffer, receiver: Receiver): Promise<string> {
  const salt = new Uint8Array(message.subarray(0, 16));
  const idLength = message.readUInt8(20);
  const sender = new Uint8Array(message.subarray(21, 21 + idLength));
  const sealed = new Uint8Array(message.subarray(21 + idLength));
  if (sealed.length > message.readUInt32BE(16)) throw new Error('More than one record');
  const senderKey = await subtle.importKey('raw', sender, CURVE, false, []);
  const shared = await subtle.deriveBits(
    { name: 'ECDH', public: senderKey },
    receiver.privateKey,
    256,
  );
  const info = new Uint8Array([...text('WebPush: info\0'), ...bytes(receiver.p256dh), ...sender]);
  const secret = await hkdf(shared, bytes(receiver.auth), info, 256);
  const keyBits = await hkdf(secret, salt, text('Content-Encoding: aes128gcm\0'), 128);
  const iv = await hkdf(secret, salt, text('Content-Encoding: nonce\0'), 96);
  const key = await subtle.importKey('raw', keyBits, 'AES-GCM', false, ['decrypt']);
  const plain = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed));
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error('The last record does not end as the last one');
  return new TextDecoder('utf-8', { fatal: true }).decode(plain.subarray(0, end));
}

async function hkdf(
  secret: ArrayBuffer,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  bits: number,
): Promise<ArrayBuffer> {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bits);
}
