import type { TokenUse } from './token-use.ts';

const MAX_TOKENS = 1_000;

/** Some requests of a token's minute that the database has counted already. */
interface Reservation {
  readonly use: TokenUse;
  left: number;
  /** The end of the minute, by the clock of `performance.now()`. */
  readonly endsAt: number;
}

type Reserve = (count: number) => Promise<TokenUse>;

/**
 * A program that asks often gets a second's share of its minute at once, so that most of its requests
 * are counted without the database. What is reserved and not used is lost with the minute.
 */
export class ReservedRequests {
  readonly #share: number;
  readonly #known = new Map<string, Reservation>();
  /** Requests that come together wait for one answer. */
  readonly #asked = new Map<string, Promise<TokenUse>>();

  constructor(limitPerMinute: number) {
    this.#share = Math.max(1, Math.floor(limitPerMinute / 60));
  }

  async take(token: string, reserve: Reserve): Promise<TokenUse> {
    for (;;) {
      const use = this.#takeKnown(token);
      if (use) return use;
      const asked = this.#asked.get(token);
      if (asked === undefined) return this.#ask(token, reserve);
      await asked;
    }
  }

  /** The next request of this token asks the database; without an id, that of every token. */
  forget(tokenId: string): void {
    for (const [token, { use }] of this.#known)
      if (tokenId === '' || use.tokenId === tokenId) this.#known.delete(token);
  }

  #takeKnown(token: string): TokenUse | undefined {
    const known = this.#known.get(token);
    if (known === undefined) return undefined;
    const secondsLeft = (known.endsAt - performance.now()) / 1000;
    if (secondsLeft <= 0) this.#known.delete(token);
    if (secondsLeft <= 0 || (known.left === 0 && !known.use.isLimited)) return undefined;
    if (!known.use.isLimited) known.left--;
    return { ...known.use, requests: known.use.requests - known.left, secondsLeft };
  }

  /** One at first: of who asks now and then nothing is lost. */
  #ask(token: string, reserve: Reserve): Promise<TokenUse> {
    const asked = reserve(this.#known.has(token) ? this.#share : 1)
      .then((use) => this.#remember(token, use))
      .finally(() => this.#asked.delete(token));
    this.#asked.set(token, asked);
    return asked;
  }

  /** The first of what was reserved is for who asked. */
  #remember(token: string, use: TokenUse): TokenUse {
    const left = use.isLimited ? 0 : use.reserved - 1;
    if (this.#known.size >= MAX_TOKENS) this.#known.clear();
    this.#known.set(token, { use, left, endsAt: performance.now() + use.secondsLeft * 1000 });
    return { ...use, requests: use.requests - left };
  }
}
