import type { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { type Config, isLoopback } from '../config.ts';
import { HttpError } from './http-error.ts';

/** What proxies add; nobody who calls directly sends one. */
const FORWARDED = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/;

/** For pages that are meant for the machine's own people: elsewhere they do not exist. */
export function loopbackOnly(request: FastifyRequest): void {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const forwarded = Object.keys(request.headers).some((name) => FORWARDED.test(name));
  // A proxy that passes TLS on unread adds no header either.
  const isEncrypted = (request.raw.socket as Partial<TLSSocket>).encrypted === true;
  const loopback = !isEncrypted && (address === '::1' || address.startsWith('127.'));
  // A page elsewhere whose name is made to lead here (DNS rebinding) still sends its own name.
  const named = isLoopback(hostOf(hostIn(request.headers.host ?? '')));
  if (!loopback || forwarded || !named) {
    throw new HttpError(404, { code: 'not_found', message: 'Not found' });
  }
}

/**
 * A public address means a proxy on this machine, and a plain one looks like a local caller. With TLS
 * of our own there is none: callers from outside come in elsewhere.
 */
export function hasLoopbackPages({ siteUrl, tls }: Pick<Config, 'siteUrl' | 'tls'>): boolean {
  return tls.mode !== 'off' || isLoopback(hostOf(new URL(siteUrl).hostname));
}

function hostOf(name: string): string {
  return name.replace(/^\[|\]$/g, '');
}

/** The host without its port; nothing where it is not plainly one, such as `localhost@evil.example`. */
function hostIn(header: string): string {
  return /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.exec(header)?.[1]?.toLowerCase() ?? '';
}
