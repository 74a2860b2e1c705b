import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';

/** `chl_pat_`, eight characters that may be shown, forty that may not, six of a check sum. */
const PREFIX = 'chl_pat_';
const TOKEN = /^chl_pat_[0-9A-Za-z]{8}_[0-9A-Za-z]{46}$/;
const TOKEN_IN_ADDRESS = /chl_pat_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}/;
const ESCAPED = /%([2-7][0-9a-f])/gi;
const CHECKSUM_LENGTH = 6;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function isApiToken(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** The token a request brings, as Bearer or as its key; undefined where it brings something else. */
export function apiTokenOf({ authorization, apikey }: IncomingHttpHeaders): string | undefined {
  if (authorization?.includes(PREFIX)) return /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
  return typeof apikey === 'string' && isApiToken(apikey) && !authorization ? apikey : undefined;
}

/** Addresses stand in logs and histories: a token in one is no secret any more, however it is written. */
export function hasApiToken(address: string): boolean {
  const plain = address.includes('%') ? address.replace(ESCAPED, decodeEscape) : address;
  return plain.includes(PREFIX) && TOKEN_IN_ADDRESS.test(plain);
}

/** A typing mistake, a cut end or a made-up token, found without the database. */
export function isWellFormed(token: string): boolean {
  if (!TOKEN.test(token)) return false;
  const body = token.slice(0, -CHECKSUM_LENGTH);
  return token.slice(-CHECKSUM_LENGTH) === checksumOf(body);
}

/** CRC-32 in base 62. */
export function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

function decodeEscape(_escaped: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
