import { createHash } from 'node:crypto';
import type { Certificate } from '../certificate.ts';

/** Of a certificate's life, what is left when the next one is ordered. */
const RENEWAL_PART = 1 / 3;
/** At most so much earlier, so that servers that began together do not all ask at one moment. */
const JITTER_PART = 1 / 60;

/** The same for every server that has this certificate. */
export function renewalTime({ notBefore, notAfter, cert }: Certificate): Date {
  const lifeMs = notAfter.getTime() - notBefore.getTime();
  const fraction = createHash('sha256').update(cert).digest().readUInt32BE() / 2 ** 32;
  const earlyMs = lifeMs * (RENEWAL_PART + JITTER_PART * fraction);
  return new Date(notAfter.getTime() - earlyMs);
}

const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 6 * 3600_000;

/** Longer after each failure, and never before the issuer wants to be asked again. */
export function pauseAfter(failures: number, retryAfterMs = 0, random = Math.random()): number {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
  return Math.max(pauseMs * (1 + random / 10), retryAfterMs);
}
