import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FuzzRequest } from '../../testing/rest-fuzz/generate-request.ts';
import type { Answer } from './send.ts';

const HAS_BUILD = existsSync(path.join(import.meta.dirname, '../../dist/index.html'));

/** A fault with the first request that showed it. */
export interface Finding {
  readonly kind: string;
  readonly example: string;
  count: number;
}

/** What was wrong, each kind once. */
export class Findings {
  /** Called once for each kind. */
  onFirst: ((kind: string, example: string) => void) | undefined;
  readonly #found = new Map<string, Finding>();

  get all(): readonly Finding[] {
    return [...this.#found.values()];
  }

  add(kind: string, example: string): void {
    const key = kind.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '…');
    const before = this.#found.get(key);
    if (before) before.count++;
    else {
      this.#found.set(key, { kind, example, count: 1 });
      this.onFirst?.(kind, example);
    }
  }
}

/** A limit says when to come again; anything else of 500 and above is a fault. */
function isFault({ status, headers, body }: Answer, url: string): boolean {
  if (status < 500) return false;
  if (status === 503 && headers['retry-after'] !== undefined) return false;
  // RFC 7644 has this answer for what a provider leaves out.
  if (status === 501 && url.startsWith('/scim/v2/')) return false;
  // The pages themselves need a build, which a run does without.
  if (status === 503 && !HAS_BUILD && !url.startsWith('/rest')) return false;
  // SOAP 1.1 over HTTP has 500 for what the caller did wrong, too.
  return !(url.startsWith('/quickbooks/desktop') && body.includes('soap:Client'));
}

/** What is wrong with an answer: its status, or something in it that the caller must not see. */
export function wrongIn(
  answer: Answer,
  url: string,
  hidden: readonly (readonly [name: string, text: string])[],
): string | undefined {
  if (answer.failure !== undefined) return answer.failure;
  if (isFault(answer, url)) {
    const code = /"code":"([^"]*)"/.exec(answer.body)?.[1] ?? '';
    return `status ${answer.status} ${code}`;
  }
  const { body } = answer;
  const headers = JSON.stringify(answer.headers);
  const leak = hidden.find(([, text]) => body.includes(text) || headers.includes(text));
  return leak && `shows ${leak[0]}`;
}

/** Enough to send it again. */
export function describe(caller: string, request: FuzzRequest, { status, body }: Answer): string {
  const { method, url, headers } = request;
  const sent = JSON.stringify({ method, url, headers, body: request.body?.slice(0, 4_000) });
  return `${caller}: ${sent} → ${status} ${body.slice(0, 400)}`;
}
