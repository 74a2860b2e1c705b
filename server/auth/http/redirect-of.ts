import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { allowedRedirect } from '../redirect-allow-list.ts';

/** Where the link that this request asks for shall lead. GoTrue reads a header as well. */
export function redirectOf({ settings }: AuthContext, request: FastifyRequest): string {
  const query = request.query as Record<string, unknown>;
  const wanted = query['redirect_to'] ?? request.headers['redirect_to'];
  return allowedRedirect(typeof wanted === 'string' ? wanted : undefined, settings);
}
