import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? utf8ToBytes(content) : content;

export const digest = (content: string | Uint8Array): Uint8Array => sha256(bytesOf(content));

/** SHA-256 in hex, also where the page has no HTTPS and the browser no digest. */
export const digestHex = (content: string | Uint8Array): string => bytesToHex(digest(content));

/** SHA-256 of what comes piece by piece. */
export function runningDigest() {
  const state = sha256.create();
  return {
    update: (piece: Uint8Array): void => void state.update(piece),
    hex: (): string => bytesToHex(state.digest()),
  };
}
