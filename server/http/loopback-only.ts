import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';

/** For pages that are meant for the machine's own people: elsewhere they do not exist. */
export function loopbackOnly(request: FastifyRequest): void {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const forwarded = request.headers['x-forwarded-for'] !== undefined;
  const loopback = address === '::1' || address.startsWith('127.');
  if (!loopback || forwarded) {
    throw new HttpError(404, { code: 'not_found', message: 'Not found' });
  }
}
