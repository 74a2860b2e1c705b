import type { ApiToken } from '@/features/developers/api/tokens';

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

type Dates = Pick<ApiToken, 'expires_at' | 'revoked_at'>;

export function isEnded({ expires_at, revoked_at }: Dates, now: number): boolean {
  return revoked_at !== null || Date.parse(expires_at) <= now;
}

/** Days a token still works, today counted as one; null while its end is far away. */
export function daysLeftIfSoon({ expires_at }: Dates, now: number): number | null {
  const days = Math.ceil((Date.parse(expires_at) - now) / DAY_MS);
  return days > 0 && days <= SOON_DAYS ? days : null;
}
