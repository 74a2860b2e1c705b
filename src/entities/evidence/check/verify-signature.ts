// By a library of our own choice and not by the browser: not every one that opens a packet knows Ed25519.
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { bytesOf } from '../digest.ts';
import type { DeviceKey } from '../packet-format.ts';

/** The bytes of base64 that is written as encoding them again would write it. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

function fromBase64Url(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(text)) return null;
  return fromBase64(`${text.replaceAll('-', '+').replaceAll('_', '/')}=`);
}

const MAX_REMEMBERED = 20_000;
const remembered = new Map<string, boolean>();

/** A packet is often checked again, with a fingerprint or a root beside it: milliseconds each, thousands of them. */
function once(parts: readonly string[], verify: () => boolean): boolean {
  const key = JSON.stringify(parts);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const result = isTrue(verify);
  remembered.set(key, result);
  return result;
}

/** A key or signature that is no point of its curve throws. */
function isTrue(verify: () => boolean): boolean {
  try {
    return verify();
  } catch {
    return false;
  }
}

/** Ed25519 (RFC 8032) over the UTF-8 of a text. */
export function isSignedBy(publicKey: Uint8Array, text: string, signature: string): boolean {
  const bytes = fromBase64(signature);
  if (bytes?.length !== 64) return false;
  return once([publicKey.join(), text, signature], () =>
    ed25519.verify(bytes, bytesOf(text), publicKey, { zip215: false }),
  );
}

/** ECDSA P-256 with SHA-256 over the UTF-8 of a text, as WebCrypto signs. */
export function isSignedByDevice(key: DeviceKey, text: string, signature: string): boolean {
  const x = fromBase64Url(key.x);
  const y = fromBase64Url(key.y);
  const bytes = fromBase64(signature);
  if (key.kty !== 'EC' || key.crv !== 'P-256' || !x || !y || bytes?.length !== 64) return false;
  const point = Uint8Array.of(4, ...x, ...y);
  // Both halves of a signature's mirror pair are valid to WebCrypto.
  return once([point.join(), text, signature], () =>
    p256.verify(bytes, bytesOf(text), point, { lowS: false }),
  );
}
