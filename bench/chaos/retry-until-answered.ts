import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

export type Answer =
  | { readonly kind: 'done'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string };

const ANSWER_TIMEOUT_MS = 15_000;

/** Only an answer counts: a lost one, or an error of the server, means to ask again. */
export async function retryUntilAnswered(
  ledger: Ledger,
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<Answer> {
  for (;;) {
    try {
      const answer = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      const text = await answer.text();
      if (answer.ok) {
        ledger.acknowledge();
        return { kind: 'done', body: text === '' ? null : JSON.parse(text) };
      }
      // Too many for a moment is no answer to this one.
      if (answer.status < 500 && answer.status !== 429) {
        ledger.refuse(text);
        return { kind: 'refused', status: answer.status, text };
      }
    } catch {
      // The server is gone or did not answer in time.
    }
    ledger.repeated++;
    await sleep(200);
  }
}
