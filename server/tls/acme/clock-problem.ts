import type { Certificate } from '../certificate.ts';

/** Less may be the way of the answer, or a machine that was just switched on. */
export const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** The line for a clock that is wrong, from an issuer's answer; null while it is right. */
export function clockProblem(now: Date, offsetMs: number | undefined): string | null {
  if (offsetMs === undefined || Math.abs(offsetMs) < CLOCK_TOLERANCE_MS) return null;
  const issuerTime = new Date(now.getTime() + offsetMs);
  return `This machine's clock is wrong: it says ${utc(now)}, the issuer's says ${utc(issuerTime)}. ${REMEDY}`;
}

/** What a certificate alone shows: nobody issues one for later. */
export function notYetValid(now: Date, certificate: Certificate | null): string | null {
  if (!certificate || certificate.notBefore.getTime() < now.getTime() + CLOCK_TOLERANCE_MS) {
    return null;
  }
  return `The certificate is valid from ${utc(certificate.notBefore)} and this machine's clock says ${utc(now)}. ${REMEDY}`;
}

export const REMEDY = 'Set the clock: timedatectl set-ntp true';

function utc(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
