import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { addressKey } from '../../auth/http/request-origin.ts';
import { isLoopback } from '../../config.ts';

const MAX_PER_ADDRESS = 500;
/** So many at once, as after a restart; then fifty a second. */
const BURST = 200;
const PACE_MS = 20;
const MAX_WAIT_MS = 10_000;
const MAX_KEYS = 10_000;

interface Entry {
  /** Until it is this socket's turn. */
  readonly waitMs: number;
  /** To call when the socket is closed. */
  leave(): void;
}

/** Counts and paces sockets by where they come from, so that one place cannot take all there are. */
export class SocketsPerAddress {
  readonly #trusted: readonly string[];
  readonly #open = new Map<string, number>();
  readonly #nextDue = new Map<string, number>();

  /** `trustedProxies`: whose word about the client's address is believed. */
  constructor(trustedProxies: readonly string[]) {
    this.#trusted = trustedProxies;
  }

  /** Undefined: that address has enough. */
  enter(request: IncomingMessage): Entry | undefined {
    const key = this.#keyOf(request);
    // This machine itself, or a proxy on it that we do not know: nobody could be told apart.
    if (isLoopback(key)) return { waitMs: 0, leave: () => undefined };
    const count = this.#open.get(key) ?? 0;
    if (count >= MAX_PER_ADDRESS) return undefined;
    const now = performance.now();
    const due = Math.max(this.#nextDue.get(key) ?? 0, now - BURST * PACE_MS) + PACE_MS;
    if (due > now + MAX_WAIT_MS) return undefined;
    if (this.#nextDue.size >= MAX_KEYS) this.#forget(now);
    this.#nextDue.set(key, due);
    this.#open.set(key, count + 1);
    return { waitMs: Math.max(0, due - now), leave: () => this.#leave(key) };
  }

  /** Addresses whose next socket would not wait anyway. */
  #forget(now: number): void {
    for (const [key, due] of this.#nextDue) {
      if (due < now - BURST * PACE_MS) this.#nextDue.delete(key);
    }
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
