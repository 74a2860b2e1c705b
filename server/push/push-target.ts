import { isIP } from 'node:net';
import { isLoopback } from '../config.ts';
import { isPublicAddress } from '../http/public-addresses.ts';

/** No later attempt would be allowed either. */
export class ForbiddenTargetError extends Error {}

export interface PushTarget {
  readonly url: URL;
  /** PUSH_ALLOW names it: its address may be a private one. */
  readonly isAllowed: boolean;
}

/**
 * Whether an endpoint may be asked at all. Subscriptions come from browsers, so anybody with an account
 * could name a machine inside our network: only HTTPS at its own port, and addresses of the internet.
 */
export function checkTarget(endpoint: string, allowed: readonly string[]): PushTarget {
  const url = parseEndpoint(endpoint);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAllowed = allowed.includes(url.host) || (url.port === '' && allowed.includes(host));
  if (url.username !== '' || url.password !== '') {
    throw new ForbiddenTargetError('The endpoint has a password in its address');
  }
  if (url.protocol !== 'https:' && !(isAllowed && isLoopback(host))) {
    throw new ForbiddenTargetError('The endpoint is not encrypted (https)');
  }
  if (isAllowed) return { url, isAllowed };
  if (url.port !== '') throw new ForbiddenTargetError('The endpoint has a port of its own');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddress(url.host);
  return { url, isAllowed };
}

export function parseEndpoint(endpoint: string): URL {
  if (URL.canParse(endpoint)) return new URL(endpoint);
  throw new ForbiddenTargetError('The endpoint is no address');
}

export function privateAddress(host: string): ForbiddenTargetError {
  return new ForbiddenTargetError(`${host} is at a private address; PUSH_ALLOW does not name it`);
}
