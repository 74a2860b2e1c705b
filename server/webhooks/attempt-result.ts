import {
  ForbiddenTargetError,
  TimedOutError,
  UnreachableError,
  type WebhookAnswer,
} from './webhook-client.ts';

/** What the project's function is told of an attempt, but for how long it took. */
export interface AttemptResult {
  readonly delivered: boolean;
  readonly response_code?: number;
  readonly response?: string;
  /** `code: details` */
  readonly error?: string;
  /** The endpoint says that it is no more. */
  readonly gone?: boolean;
  /** It asked for time: nothing else is sent before. */
  readonly hold_seconds?: number;
}

const MAX_HOLD_SECONDS = 24 * 3_600;
const LOCATION_CHARACTERS = 200;

export function resultOfAnswer(answer: WebhookAnswer, now = Date.now()): AttemptResult {
  const { status, text, retryAfter, location } = answer;
  const facts = { response_code: status, response: text };
  if (status >= 200 && status < 300) return { delivered: true, ...facts };
  if (status >= 300 && status < 400) {
    const error = `redirect: ${location?.slice(0, LOCATION_CHARACTERS).toWellFormed() ?? ''}`;
    return { delivered: false, ...facts, error };
  }
  const hold = [429, 503].includes(status) ? secondsOf(retryAfter, now) : undefined;
  return {
    delivered: false,
    ...facts,
    error: `status: ${status}`,
    ...(status === 410 && { gone: true }),
    ...(hold !== undefined && { hold_seconds: Math.min(hold, MAX_HOLD_SECONDS) }),
  };
}

/** None of an endpoint's secrets opens here: its rows came without the keys they were sealed with. */
export class UnreadableSecretError extends Error {}

const CODES = [
  [ForbiddenTargetError, 'forbidden'],
  [TimedOutError, 'timeout'],
  [UnreachableError, 'unreachable'],
  [UnreadableSecretError, 'secret'],
] as const;

export function resultOfError(error: unknown): AttemptResult {
  const { message } = error as Error;
  const code = CODES.find(([kind]) => error instanceof kind)?.[1] ?? 'error';
  return { delivered: false, error: `${code}: ${message}` };
}

/** Seconds, or a date (RFC 9110). */
function secondsOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
