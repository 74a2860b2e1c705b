import type { SendResult } from './gateway.ts';
import { NotSentError, type Posted, postOnce } from './post-once.ts';

const TIMEOUT_MS = 20_000;
const MAX_DETAIL_LENGTH = 300;

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs?: number;
}

/** Posts a text and says what is known of it afterwards. `read` judges answers below 500. */
export async function sendOnce(
  request: Request,
  read: (answer: Posted) => SendResult,
): Promise<SendResult> {
  try {
    const answer = await postOnce({ timeoutMs: TIMEOUT_MS, ...request });
    // A gateway that fails may fail after it has sent; 408 and 409 do not say either.
    if (answer.status >= 500 || answer.status === 408 || answer.status === 409) {
      return { result: 'unknown', detail: detailOf(answer) };
    }
    if (answer.status === 429) {
      const waitSeconds = answer.retryAfterSeconds;
      return { result: 'retry', detail: detailOf(answer), waitSeconds };
    }
    return read(answer);
  } catch (error) {
    const detail = (error as Error).message.slice(0, MAX_DETAIL_LENGTH);
    if (!(error instanceof NotSentError)) return { result: 'unknown', detail };
    return { result: 'retry', detail, waitSeconds: undefined };
  }
}

export function detailOf({ status, text }: Posted): string {
  return `${status} ${text.replaceAll(/\s+/g, ' ')}`.trim().slice(0, MAX_DETAIL_LENGTH);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
