import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { addressKey } from '../../auth/http/request-origin.ts';
import { isLoopback } from '../../config.ts';

const MAX_PER_ADDRESS = 500;

/** Counts open sockets by where they come from, so that one place cannot take all there are. */
export class SocketsPerAddress {
  readonly #trusted: readonly string[];
  readonly #open = new Map<string, number>();

  /** `trustedProxies`: whose word about the client's address is believed. */
  constructor(trustedProxies: readonly string[]) {
    this.#trusted = trustedProxies;
  }

  /** Undefined: that address has enough. Otherwise call it when the socket is closed. */
  enter(request: IncomingMessage): (() => void) | undefined {
    const key = this.#keyOf(request);
    // This machine itself, or a proxy on it that we do not know: nobody could be told apart.
    if (isLoopback(key)) return () => undefined;
    const count = this.#open.get(key) ?? 0;
    if (count >= MAX_PER_ADDRESS) return undefined;
    this.#open.set(key, count + 1);
    return () => this.#leave(key);
  }

  #keyOf(request: IncomingMessage): string {
    const address = proxyAddr(request, [...this.#trusted]).replace(/^::ffff:/, '');
    return isLoopback(address) ? address : addressKey(address);
  }

  #leave(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left === 0) this.#open.delete(key);
    else this.#open.set(key, left);
  }
}
