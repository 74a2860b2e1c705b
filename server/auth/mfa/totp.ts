import { Secret, TOTP } from 'otpauth';
import { qrSvg } from '../../http/qr-svg.ts';

const PERIOD_SECONDS = 30;
/** One step either side, for clocks that are a little off. */
const SKEW_STEPS = 1;

export interface TotpSecret {
  readonly secret: string;
  readonly uri: string;
  readonly qrCode: string;
}

export async function createTotpSecret(issuer: string, account: string): Promise<TotpSecret> {
  const totp = new TOTP({ issuer, label: account, secret: new Secret({ size: 20 }) });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: await qrSvg(uri, 2) };
}

/** The 30-second step a code belongs to, or undefined when it is wrong. */
export function totpStep(secret: string, code: string, nowMs = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
  const delta = totp.validate({ token: code, timestamp: nowMs, window: SKEW_STEPS });
  if (delta === null) return undefined;
  return Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta;
}
