import { readLimited } from '../../http/read-limited.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 512 * 1024;

/** For what a provider is asked: within seconds, no redirects, no answer without an end. */
export async function limitedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
  });
  const body = await readLimited(response, MAX_BYTES);
  const { status, statusText, headers } = response;
  return new Response(body === '' ? null : body, { status, statusText, headers });
}
