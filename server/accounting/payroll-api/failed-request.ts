import type { Outcome } from '../system.ts';
import { CredentialsError, NotSentError, UnansweredError } from './api-client.ts';
import type { ApiAnswer } from './read-answer.ts';

/** Asked again after this long where the answer says nothing of it. */
const RETRY_SECONDS = 120;

/** What an answer that is no success means for what was sent; undefined: it may have been done there. */
export function outcomeOfFailure(answer: ApiAnswer, detail: string): Outcome | undefined {
  const { status, retryAfterSeconds: after_seconds = RETRY_SECONDS } = answer;
  // Both say that nothing was taken: over the limit, and down for maintenance.
  if (status === 429 || status === 503) {
    return { kind: 'retry', after_seconds, code: String(status), arrived: false };
  }
  if (status >= 500) return undefined;
  const code = status === 403 ? 'not_allowed' : `refused_${status}`;
  return { kind: 'refused', code, detail: detail || `HTTP ${status}` };
}

/** What an error of a request means for it; undefined: it may have been done there. */
export function outcomeOfError(error: unknown): Outcome | undefined {
  if (error instanceof CredentialsError) throw error;
  if (error instanceof UnansweredError) return undefined;
  if (error instanceof NotSentError) {
    return { kind: 'retry', after_seconds: RETRY_SECONDS, code: 'not_reached', arrived: false };
  }
  throw error;
}

/** For what only reads: an answer that did not come is asked for again. */
export class ReadFailedError extends Error {
  readonly outcome: Outcome;
  constructor(path: string, outcome: Outcome | undefined) {
    super(`${path} cannot be read`);
    this.outcome = outcome ?? {
      kind: 'retry',
      after_seconds: RETRY_SECONDS,
      code: 'unanswered',
      arrived: false,
    };
  }
}
