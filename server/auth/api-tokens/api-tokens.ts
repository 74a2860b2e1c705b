import { createHash } from 'node:crypto';
import type { Sql } from '../../database/sql/sql.ts';
import type { Identity } from '../authenticate.ts';
import { ApiTokenError, type TokenState } from './api-token-error.ts';
import { ReservedRequests } from './reserved-requests.ts';
import { isWellFormed } from './token-format.ts';
import type { TokenUse } from './token-use.ts';

/** The project announces tokens that ended on this channel, by their id; empty: some, while nobody listened. */
const CHANNEL = 'api_tokens';
const MAX_KNOWN = 1_000;

interface Row {
  state: TokenState | 'valid';
  token_id: string;
  claims: string | null;
  requests: number;
  reserved: number;
  seconds_left: number;
}

type EndListener = (tokenId: string) => void;

/**
 * Tokens that programs bring instead of a session. The project has them and says who they are
 * (`private.use_api_token`). One that was revoked ends at once on every server: the project is asked at
 * each request, here or by the statement that begins its transaction. A project without that function
 * has no tokens.
 */
export class ApiTokens {
  readonly #sql: Sql;
  readonly #limit: number;
  /** One identity for a token as long as it says the same: shares and other memories hang on it. */
  readonly #identities = new Map<string, Identity>();
  readonly #reserved: ReservedRequests;
  readonly #listeners = new Set<EndListener>();
  #unlisten: (() => Promise<void>) | undefined;
  #isServed: boolean | undefined;

  constructor(sql: Sql, limit: number) {
    this.#sql = sql;
    this.#limit = limit;
    this.#reserved = new ReservedRequests(limit);
  }

  async start(): Promise<void> {
    const { unlisten } = await this.#sql.listen(
      CHANNEL,
      (tokenId) => this.#notify(tokenId),
      () => this.#reserved.forget(''),
    );
    this.#unlisten = unlisten;
  }

  async stop(): Promise<void> {
    await this.#unlisten?.().catch(() => undefined);
  }

  /** Called with the id of each token that ends, whichever server ended it. */
  onEnd(listener: EndListener): void {
    this.#listeners.add(listener);
  }

  /** Which of these may no longer be used: for whoever was not listening for a moment. */
  async ended(tokenIds: readonly string[]): Promise<string[]> {
    if (tokenIds.length === 0) return [];
    const rows = await this.#sql<{ id: string }[]>`
      select ended as id from private.ended_api_tokens(${[...tokenIds]}::uuid[]) as ended`;
    return rows.map(({ id }) => id);
  }

  /** Who a token speaks for, asked now; counts the request. Throws ApiTokenError. */
  use(token: string, network: string | null): Promise<TokenUse> {
    return this.#ask(token, network, 1);
  }

  /** The same where a request with it follows, which is counted. */
  verify(token: string, network: string | null): Promise<TokenUse> {
    return this.#ask(token, network, 0);
  }

  /**
   * The same for a request that does nothing but in a transaction of its caller, whose first statement
   * asks whether the token still is one: with what an answer of this minute said.
   */
  takeReserved(token: string, network: string | null): Promise<TokenUse> {
    return this.#reserved.take(token, (count) => this.#ask(token, network, count));
  }

  async #ask(token: string, network: string | null, count: number): Promise<TokenUse> {
    if (!isWellFormed(token)) throw new ApiTokenError('malformed');
    if (!(await this.#serves())) throw new ApiTokenError('not_served');
    const hash = createHash('sha256').update(token).digest('hex');
    const [row] = await this.#sql<Row[]>`
      select state, token_id, claims, requests, reserved, seconds_left
        from private.use_api_token(${hash}, ${network}, ${this.#limit}, ${count})`;
    if (!row) throw new ApiTokenError('unknown');
    const { state, token_id: tokenId, requests, reserved, seconds_left: secondsLeft } = row;
    if (state !== 'valid' && state !== 'limited') throw new ApiTokenError(state);
    return {
      identity: this.#identityOf(tokenId, row.claims ?? '{}'),
      tokenId,
      isLimited: state === 'limited',
      requests,
      reserved,
      limit: this.#limit,
      secondsLeft,
    };
  }

  #identityOf(tokenId: string, claims: string): Identity {
    const known = this.#identities.get(tokenId);
    if (known?.caller.claims === claims) return known;
    const caller = { role: 'api_token', claims, tokenId };
    const identity = {
      caller,
      role: caller.role,
      claims: JSON.parse(claims),
      keyRole: 'anon',
    } as const;
    if (this.#identities.size >= MAX_KNOWN) this.#identities.clear();
    this.#identities.set(tokenId, identity);
    return identity;
  }

  /** A project that is there at the start stays; one may come with a later migration. */
  async #serves(): Promise<boolean> {
    if (this.#isServed) return true;
    const [row] = await this.#sql<{ served: boolean }[]>`
      select to_regprocedure('private.use_api_token(text,text,integer,integer)') is not null as served`;
    this.#isServed = row?.served ?? false;
    return this.#isServed;
  }

  #notify(tokenId: string): void {
    this.#identities.delete(tokenId);
    this.#reserved.forget(tokenId);
    for (const listener of this.#listeners) listener(tokenId);
  }
}
