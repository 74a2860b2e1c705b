import type { FastifyInstance } from 'fastify';
import { abortRequest, hasBody } from './http2-request.ts';

export interface TimeLimits {
  /** For a request's headers. */
  readonly headersMs: number;
  /** For the body of a request that is no upload. */
  readonly bodyMs: number;
  /** For a whole request, uploads included. */
  readonly requestMs: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
  /** How often the first and the third are looked at. */
  readonly checkMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  requestMs: 15 * 60_000,
  idleMs: 60_000,
  checkMs: 5_000,
};

const UPLOADS = /^\/(storage\/v1|system\/v1\/map\/upload)\//;

/** Options for Fastify: a client that stalls must not keep its connection for ever. */
export function timeLimitOptions(limits: TimeLimits) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.idleMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
  };
}

/**
 * Bodies of the other APIs are small: whoever takes longer for one is not sending it. Counted from when it
 * is read: how long a busy server takes until then, to find out who asks, is not the client's fault.
 */
export function registerBodyTimeLimit(app: FastifyInstance, { bodyMs }: TimeLimits): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw } = request;
    if (hasBody(raw) && !UPLOADS.test(request.url)) {
      const timer = setTimeout(() => abortRequest(raw), bodyMs).unref();
      raw.once('end', () => clearTimeout(timer));
      raw.once('close', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}
