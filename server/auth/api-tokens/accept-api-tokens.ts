import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { holdRefusal } from '../../http/hold-refusal.ts';
import { AuthError } from '../auth-error.ts';
import type { Authenticator, Identity } from '../authenticate.ts';
import { distinctAddress, requestOrigin } from '../http/request-origin.ts';
import { ApiTokenError, tokenRefusal } from './api-token-error.ts';
import type { ApiTokens } from './api-tokens.ts';
import { apiTokenOf, hasApiToken } from './token-format.ts';
import type { TokenUse } from './token-use.ts';

const API = /^\/(rest|storage|realtime|auth|system)\/v1(\/|$|\?)/;
/** Where a token stands for its person. Accounts and the installation are for people. */
const FOR_TOKENS = /^\/(rest|storage|realtime)\/v1(\/|$|\?)/;
/** Tables and functions: what is done there begins with a statement that asks about the token. */
const ASKS_AGAIN = /^\/rest\/v1\/[^?]/;

const NOT_HERE = 'API tokens are not accepted here. Sign in instead.';
const IN_ADDRESS =
  'An API token never goes into an address, which is written to logs. Revoke this one, and send the next as Authorization: Bearer.';

/** By the headers of a request: each is asked about and counted once. */
const identities = new WeakMap<IncomingHttpHeaders, Identity>();

/**
 * Requests with an API token, before anything else reads them: who it is, the limit of its minute in
 * RFC-draft `RateLimit-…` headers, and an end of the answer when the token ends meanwhile.
 */
export function acceptApiTokens(app: FastifyInstance, tokens: ApiTokens): void {
  const answering = new Map<string, Set<FastifyReply>>();
  tokens.onEnd((tokenId) => {
    for (const reply of answering.get(tokenId) ?? []) reply.raw.destroy();
  });
  // Nobody else waits for a promise.
  app.addHook('onRequest', (request, reply, done) => {
    if (hasApiToken(request.url) && API.test(request.url))
      return done(refusal(request, 400, IN_ADDRESS));
    const token = apiTokenOf(request.headers);
    if (token === undefined || request.is404 || !API.test(request.url)) return done();
    if (!FOR_TOKENS.test(request.url)) return done(refusal(request, 401, NOT_HERE));
    ask(tokens, request, token).then((use) => {
      setLimitHeaders(reply, use);
      if (use.isLimited) return done(tooMany(use));
      identities.set(request.headers, use.identity);
      note(answering, use.tokenId, reply);
      return done();
    }, done);
  });
  app.addHook('onReady', () => tokens.start());
  app.addHook('onClose', () => tokens.stop());
}

/** Knows sessions and keys, and the tokens that `acceptApiTokens` let in. */
export function withApiTokens(authenticator: Authenticator, tokens: ApiTokens): Authenticator {
  return {
    ...authenticator,
    authenticate(headers) {
      const token = apiTokenOf(headers);
      if (token === undefined) return authenticator.authenticate(headers);
      return identities.get(headers) ?? tokens.use(token, null).then(identityWithinLimit);
    },
  };
}

/** Of a socket, which has no answer with a status. */
function identityWithinLimit({ identity, isLimited }: TokenUse): Identity {
  if (isLimited) throw new ApiTokenError('limited');
  return identity;
}

async function ask(tokens: ApiTokens, request: FastifyRequest, token: string): Promise<TokenUse> {
  try {
    const network = networkOf(request);
    return await (ASKS_AGAIN.test(request.url)
      ? tokens.takeReserved(token, network)
      : tokens.use(token, network));
  } catch (error) {
    if (!(error instanceof ApiTokenError)) throw error;
    await holdRefusal(distinctAddress(request.ip));
    throw tokenRefusal(401, 'invalid_token', error.message);
  }
}

/** Enough to see that it is used from somewhere else, and no more. */
export function networkOf(request: FastifyRequest): string {
  const { address } = requestOrigin(request);
  return address.includes(':')
    ? `${address.split(':').slice(0, 3).join(':')}::/48`
    : `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

export function setLimitHeaders(
  reply: FastifyReply,
  { limit, requests, secondsLeft }: TokenUse,
): void {
  reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - requests)),
    'ratelimit-reset': String(Math.ceil(secondsLeft)),
  });
}

function note(answering: Map<string, Set<FastifyReply>>, tokenId: string, reply: FastifyReply) {
  const replies = answering.get(tokenId) ?? new Set();
  answering.set(tokenId, replies.add(reply));
  reply.raw.once('close', () => {
    replies.delete(reply);
    if (replies.size === 0) answering.delete(tokenId);
  });
}

/** Accounts answer in GoTrue's shape, as far as there are such addresses. */
function refusal({ routeOptions }: FastifyRequest, status: 400 | 401, message: string): Error {
  const code = status === 401 ? 'invalid_token' : 'invalid_request';
  return routeOptions.url?.startsWith('/auth/')
    ? new AuthError(status, code, message)
    : tokenRefusal(status, code, message);
}

export function tooMany({ limit, secondsLeft }: TokenUse): Error {
  const seconds = String(Math.ceil(secondsLeft));
  return tokenRefusal(
    429,
    'over_request_rate_limit',
    `This token may make ${limit} requests a minute. Try again in ${seconds} seconds.`,
    { 'retry-after': seconds },
  );
}
