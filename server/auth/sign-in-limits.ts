import type { Lane } from '../concurrency/semaphore.ts';
import type { AuthContext } from './auth-context.ts';
import { addressKey, type RequestOrigin } from './http/request-origin.ts';
import type { RateLimit } from './rate-limits.ts';

const FIVE_MINUTES = 300;

/** How much of the queue for hashing one account, or one address, may fill. */
export function hashLanes(account: string, origin: RequestOrigin): Lane[] {
  return [
    { key: `account:${account}`, maxWaiting: 50 },
    { key: `address:${addressKey(origin.address)}`, maxWaiting: 100 },
  ];
}

/** Requests that make accounts or mail, from one address. */
export function requestLimit({ settings }: AuthContext, origin: RequestOrigin): RateLimit[] {
  return [
    {
      key: `requests:${addressKey(origin.address)}`,
      capacity: settings.signInsPerFiveMinutes,
      perSeconds: FIVE_MINUTES,
    },
  ];
}

/**
 * Failed sign-ins. Per account and address first, so that a stranger's guesses lock the stranger
 * out and not the owner; per account from everywhere against guessing from many addresses.
 */
export function passwordLimits(
  { settings }: AuthContext,
  account: string,
  origin: RequestOrigin,
): RateLimit[] {
  const address = addressKey(origin.address);
  return [
    { key: `password:${account}:${address}`, capacity: 10, perSeconds: 600 },
    { key: `password:${account}`, capacity: 60, perSeconds: 1800 },
    {
      key: `passwords:${address}`,
      capacity: settings.signInsPerFiveMinutes,
      perSeconds: FIVE_MINUTES,
    },
  ];
}

export function refreshLimit({ settings }: AuthContext, origin: RequestOrigin): RateLimit[] {
  return [
    {
      key: `refresh:${addressKey(origin.address)}`,
      capacity: settings.refreshesPerFiveMinutes,
      perSeconds: FIVE_MINUTES,
    },
  ];
}

export function verifyLimit({ settings }: AuthContext, origin: RequestOrigin): RateLimit[] {
  return [
    {
      key: `verify:${addressKey(origin.address)}`,
      capacity: settings.verificationsPerFiveMinutes,
      perSeconds: FIVE_MINUTES,
    },
  ];
}

/** Guesses at the codes of one account, whichever mails they came in and wherever from. */
export function codeLimit(account: string): RateLimit[] {
  return [{ key: `code:${account}`, capacity: 20, perSeconds: 3600 }];
}

export function mfaLimit(userId: string): RateLimit[] {
  return [{ key: `mfa:${userId}`, capacity: 30, perSeconds: 120 }];
}

/** Fewer than the general limit: a six-digit code must not be found by trying. */
export function totpGuessLimit(factorId: string): RateLimit[] {
  return [{ key: `totp:${factorId}`, capacity: 10, perSeconds: 600 }];
}

export function anonymousLimit({ settings }: AuthContext, origin: RequestOrigin): RateLimit[] {
  return [
    {
      key: `anonymous:${addressKey(origin.address)}`,
      capacity: settings.anonymousPerHour,
      perSeconds: 3600,
    },
  ];
}
