import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config.ts';
import { HttpError } from './http-error.ts';

/** For pages that are meant for the machine's own people: elsewhere they do not exist. */
export function loopbackOnly(request: FastifyRequest): void {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const forwarded = request.headers['x-forwarded-for'] !== undefined;
  const loopback = address === '::1' || address.startsWith('127.');
  // A page elsewhere whose name is made to lead here (DNS rebinding) still sends its own name.
  const named = isLoopback(request.hostname.replace(/^\[|\]$/g, ''));
  if (!loopback || forwarded || !named) {
    throw new HttpError(404, { code: 'not_found', message: 'Not found' });
  }
}
