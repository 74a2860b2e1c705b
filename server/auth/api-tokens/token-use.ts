import type { Identity } from '../authenticate.ts';

/** What is known of a request with a token. */
export interface TokenUse {
  readonly identity: Identity;
  readonly tokenId: string;
  readonly isLimited: boolean;
  /** Requests of this minute, on all servers. */
  readonly requests: number;
  /** How many of them were counted by this answer. */
  readonly reserved: number;
  readonly limit: number;
  readonly secondsLeft: number;
}
