import type { IncomingMessage } from 'node:http';

export interface ApiAnswer {
  readonly status: number;
  /** Seconds of `Retry-After`, in whichever form it came. */
  readonly retryAfterSeconds: number | undefined;
  /** Parsed JSON; undefined where the body is empty or no JSON. */
  readonly body: unknown;
}

/** A page of a hundred people has some hundred kilobytes. */
const MAX_ANSWER_BYTES = 20_000_000;
/** Nobody is asked to come back later than this. */
const MAX_WAIT_SECONDS = 24 * 3600;

export async function readAnswer(response: IncomingMessage): Promise<ApiAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`More than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return {
    status: response.statusCode ?? 0,
    retryAfterSeconds: secondsUntil(response.headers['retry-after']),
    body: parse(Buffer.concat(chunks).toString()),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds, or a date: ADP documents the date for its maintenance. */
function secondsUntil(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds)
    ? Math.min(Math.max(Math.ceil(seconds), 1), MAX_WAIT_SECONDS)
    : undefined;
}
