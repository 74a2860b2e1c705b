import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { distinctAddress } from '../../auth/http/request-origin.ts';

const MAX_PER_ADDRESS = 500;
/** So many at once, as after a restart; then fifty a second. */
const BURST = 200;
const PACE_MS = 20;
const MAX_WAIT_MS = 10_000;
const MAX_KEYS = 10_000;

interface Entry {
  /** Whose socket it is; undefined where nobody can be told apart. */
  readonly address: string | undefined;
  /** Until it is this socket's turn. */
  readonly waitMs: number;
  /** To call when the socket is closed. */
  leave(): void;
}

/** Counts and paces sockets by where they come from, so that one place cannot take all there are. */
export class SocketsPerAddress {
  readonly #trusted: readonly string[];
  readonly #most: number;
  readonly #burst: number;
  readonly #paceMs: number;
  readonly #open = new Map<string, number>();
  readonly #nextDue = new Map<string, number>();

  /**
   * `trustedProxies`: whose word about the client's address is believed. `workers` have the numbers
   * together; connections are handed to them in turn.
   */
  constructor(trustedProxies: readonly string[], workers = 1) {
    this.#trusted = trustedProxies;
    this.#most = Math.ceil(MAX_PER_ADDRESS / workers);
    this.#burst = Math.ceil(BURST / workers);
    this.#paceMs = PACE_MS * workers;
  }

  /** Undefined: that address has enough. */
  enter(request: IncomingMessage): Entry | undefined {
    const key = distinctAddress(proxyAddr(request, [...this.#trusted]));
    if (key === undefined) return { address: key, waitMs: 0, leave: () => undefined };
    const count = this.#open.get(key) ?? 0;
    if (count >= this.#most) return undefined;
    const now = performance.now();
    const due =
      Math.max(this.#nextDue.get(key) ?? 0, now - this.#burst * this.#paceMs) + this.#paceMs;
    if (due > now + MAX_WAIT_MS) return undefined;
    if (this.#nextDue.size >= MAX_KEYS) this.#forget(now);
    this.#nextDue.set(key, due);
    this.#open.set(key, count + 1);
    return { address: key, waitMs: Math.max(0, due - now), leave: () => this.#leave(key) };
  }

  /** Addresses whose next socket would not wait anyway. */
  #forget(now: number): void {
    for (const [key, due] of this.#nextDue) {
      if (due < now - this.#burst * this.#paceMs) this.#nextDue.delete(key);
    }
  }

  #leave(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left === 0) this.#open.delete(key);
    else this.#open.set(key, left);
  }
}
