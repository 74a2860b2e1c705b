import { createPrivateKey, createPublicKey } from 'node:crypto';

/** Every phone in use verifies it, and a handshake costs a small machine little. */
export const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
export const SIGNING_ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** As `crypto.subtle` has it: the name of the type differs between Node and browsers. */
type Key = Parameters<typeof crypto.subtle.exportKey>[1];

export interface KeyPair {
  readonly privateKey: Key;
  readonly publicKey: Key;
}

export async function createKeyPair(): Promise<KeyPair> {
  return crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
}

export async function toPem(key: Key): Promise<string> {
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', key));
  const options = { key: pkcs8, format: 'der', type: 'pkcs8' } as const;
  return createPrivateKey(options).export({ format: 'pem', type: 'pkcs8' }).toString();
}

export async function fromPem(pem: string): Promise<KeyPair> {
  const key = createPrivateKey(pem);
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const { subtle } = crypto;
  return {
    privateKey: await subtle.importKey('pkcs8', pkcs8, KEY_ALGORITHM, false, ['sign']),
    publicKey: await subtle.importKey('spki', spki, KEY_ALGORITHM, true, ['verify']),
  };
}
