import type { PushAnswer } from './push-client.ts';

/** What an answer of a push service means for the notification. */
export type Meaning =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'later';
      readonly reason: string;
      /** Said by the service: everything for it waits, not just this one. */
      readonly holdSeconds?: number;
    };

/** Where a service that is busy does not say for how long. */
const BUSY_SECONDS = 30;
/** A service that wants more is asked again after that: the wish may be about one device. */
const MAX_HOLD_SECONDS = 3_600;

export function readAnswer({ status, retryAfter, text }: PushAnswer, now = Date.now()): Meaning {
  const reason = `${status} ${text.replaceAll(/\s+/g, ' ').trim()}`.trim();
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 413) return { kind: 'too_large' };
  if (status === 429 || status === 503) {
    const seconds = secondsOf(retryAfter, now) ?? (status === 429 ? BUSY_SECONDS : undefined);
    if (seconds === undefined) return { kind: 'later', reason };
    return { kind: 'later', reason, holdSeconds: Math.min(seconds, MAX_HOLD_SECONDS) };
  }
  if (status === 408 || status >= 500) return { kind: 'later', reason };
  return { kind: 'refused', reason };
}

/** Seconds, or a date (RFC 9110). */
function secondsOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
