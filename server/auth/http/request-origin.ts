import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';
import { isLanguage, type Language, pickLanguage } from '../../mail/languages.ts';

/** Where a request came from, for sessions, limits and the audit log. */
export interface RequestOrigin {
  /** Of the client itself: proxies are believed only where the configuration names them. */
  readonly address: string;
  readonly userAgent: string;
  readonly language: Language;
}

export function requestOrigin(request: FastifyRequest): RequestOrigin {
  const address = bareAddress(request.ip);
  return {
    // A proxy passes on what it was told, which need not be an address.
    address: isIP(address) === 0 ? '0.0.0.0' : address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    language: pickLanguage(request.headers['accept-language']),
  };
}

/** The key limits count by. One subscriber of IPv6 holds a whole /64. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  return expandIpv6(address).slice(0, 4).join(':');
}

/** The key of a client's address; undefined: this machine or a proxy on it that we do not know, which many may share. */
export function distinctAddress(ip: string | undefined): string | undefined {
  const address = bareAddress(ip);
  return isLoopback(address) ? undefined : addressKey(address);
}

export function languageOf(metadata: Record<string, unknown> | null, fallback: Language): Language {
  const wanted = metadata?.['language'];
  const primary = typeof wanted === 'string' ? wanted.toLowerCase().split('-')[0] : undefined;
  return isLanguage(primary) ? primary : fallback;
}

/** Of somebody who has hung up there is none any more. */
function bareAddress(ip = ''): string {
  return (ip.split('%', 1)[0] ?? '').replace(/^::ffff:/, '');
}

function expandIpv6(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const missing = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right];
}
