import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in a URL. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored in place of a token: random tokens need no salt and no slow hash. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function randomCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}

/** A six-digit code could be guessed from its plain hash, so it is keyed with the server's secret. */
export function codeHash(secret: Uint8Array, userId: string, code: string): string {
  return createHmac('sha256', secret).update(`code\n${userId}\n${code}`).digest('hex');
}

/**
 * The refresh token that follows another. It can be computed again when the answer was lost, and
 * only by someone who has both the old token and the server's secret.
 */
export function nextRefreshToken(secret: Uint8Array, token: string): string {
  return createHmac('sha256', secret).update(`refresh\n${token}`).digest('base64url');
}

export function equalHex(left: string, right: string): boolean {
  const a = Buffer.from(left, 'hex');
  const b = Buffer.from(right, 'hex');
  return a.length === b.length && timingSafeEqual(a, b);
}
