import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLimited } from '../http/read-limited.ts';
import { signWebhook } from '../http/webhook-signature.ts';
import { AuthError } from './auth-error.ts';
import type { HttpHook } from './hook-settings.ts';

/** GoTrue's: for all attempts together. */
const TIMEOUT_MS = 5_000;
const ATTEMPTS = 3;
const PAUSE_MS = 2_000;
const MAX_BYTES = 200 * 1024;
const ACCEPTED: ReadonlySet<number> = new Set([200, 202, 204]);
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** Posts an event to the address of a hook, signed, and gives its answer; refuses in GoTrue's codes. */
export async function callHttpHook(
  hook: HttpHook,
  event: object,
  { timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS } = {},
): Promise<unknown> {
  const body = JSON.stringify(event);
  const signal = AbortSignal.timeout(timeoutMs);
  for (let attempt = 1; ; attempt++) {
    const response = await send(hook, body, signal).catch((error: unknown) => {
      if (signal.aborted) throw timedOut(timeoutMs, error);
      if (attempt === ATTEMPTS) throw unreachable(error);
      return undefined;
    });
    const isBusy = response && BUSY.has(response.status) && response.headers.has('retry-after');
    if (response && (!isBusy || attempt === ATTEMPTS)) return readAnswer(response);
    await response?.body?.cancel();
    await sleep(pauseMs, undefined, { signal }).catch((error: unknown) => {
      throw timedOut(timeoutMs, error);
    });
  }
}

function send({ url, secrets }: HttpHook, body: string, signal: AbortSignal): Promise<Response> {
  const id = randomUUID();
  const timestamp = Math.floor(Date.now() / 1000);
  return fetch(url, {
    method: 'POST',
    body,
    redirect: 'error',
    signal,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, { id, timestamp, body }),
    },
  });
}

async function readAnswer(response: Response): Promise<unknown> {
  const { status, headers } = response;
  if (!ACCEPTED.has(status)) {
    await response.body?.cancel();
    throw new AuthError(500, 'unexpected_failure', messageFor(status));
  }
  const type = headers.get('content-type');
  if (type === null && status === 204) return {};
  if (type?.split(';')[0]?.trim() !== 'application/json') {
    await response.body?.cancel();
    throw new AuthError(
      400,
      'hook_payload_invalid_content_type',
      type === null
        ? 'Invalid Content-Type: Missing Content-Type header'
        : `Invalid JSON response. Received content-type: ${type}`,
    );
  }
  const text = await readLimited(response, MAX_BYTES).catch((error: unknown) => {
    const message = `Payload size exceeded size limit of ${MAX_BYTES} bytes`;
    throw new AuthError(422, 'hook_payload_over_size_limit', message, { cause: error });
  });
  return parse(text);
}

function parse(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AuthError(500, 'unexpected_failure', 'Error unmarshaling JSON output.', {
      cause: error,
    });
  }
}

function messageFor(status: number): string {
  if (BUSY.has(status)) return 'Service currently unavailable due to hook';
  if (status === 400) return 'Invalid payload sent to hook';
  if (status === 401) return 'Hook requires authorization token';
  return `Unexpected status code returned from hook: ${status}`;
}

function timedOut(timeoutMs: number, cause: unknown): AuthError {
  const message = `Failed to reach hook within maximum time of ${timeoutMs / 1000} seconds`;
  return new AuthError(422, 'hook_timeout', message, { cause });
}

function unreachable(cause: unknown): AuthError {
  const message = 'Failed to reach hook after maximum retries';
  return new AuthError(422, 'hook_timeout_after_retry', message, { cause });
}
