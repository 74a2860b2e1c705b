import type { Sql } from '../../database/sql/sql.ts';
import { createChallengeCertificate } from './signing-request.ts';

/** Longer than any order takes. */
const LIFE_MS = 3600_000;

export interface Challenge {
  readonly token: string;
  readonly name: string;
  readonly keyAuthorization: string;
}

interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * Answers to challenges, in the database: the issuer asks whichever server or worker its connection
 * reaches. Anybody can ask for tokens, so one query at a time answers all who wait.
 */
export class ChallengeAnswers {
  readonly #sql: Sql;
  #running: Promise<readonly Challenge[]> | undefined;
  #next: Promise<readonly Challenge[]> | undefined;
  readonly #certificates = new Map<string, Promise<KeyPair>>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async add(challenges: readonly Challenge[]): Promise<void> {
    const expiresAt = new Date(Date.now() + LIFE_MS);
    for (const { token, name, keyAuthorization } of challenges) {
      await this.#sql`
        insert into supabase_migrations.acme_challenges (token, name, key_authorization, expires_at)
        values (${token}, ${name}, ${keyAuthorization}, ${expiresAt})
        on conflict (token) do update set key_authorization = excluded.key_authorization`;
    }
  }

  async remove(challenges: readonly Challenge[]): Promise<void> {
    const tokens = challenges.map(({ token }) => token);
    await this.#sql`
      delete from supabase_migrations.acme_challenges
       where token = any(${tokens}::text[]) or expires_at < ${new Date()}`;
  }

  /** For HTTP-01. */
  async answerFor(token: string): Promise<string | null> {
    if (!/^[\w-]{16,256}$/.test(token)) return null;
    const found = (await this.#list()).find((challenge) => challenge.token === token);
    return found?.keyAuthorization ?? null;
  }

  /** For TLS-ALPN-01: a certificate that has the answer inside. */
  async certificateFor(name: string): Promise<KeyPair | null> {
    const challenges = await this.#list();
    const found = challenges.findLast((challenge) => challenge.name === name);
    for (const token of this.#certificates.keys()) {
      if (!challenges.some((challenge) => challenge.token === token)) {
        this.#certificates.delete(token);
      }
    }
    if (!found) return null;
    const known = this.#certificates.get(found.token) ?? createChallengeCertificate(found);
    this.#certificates.set(found.token, known);
    return known;
  }

  /** What was there after it was called: a query that had begun before is not enough. */
  #list(): Promise<readonly Challenge[]> {
    if (!this.#running) {
      this.#running = this.#query().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#list();
      });
    return this.#next;
  }

  async #query(): Promise<readonly Challenge[]> {
    return this.#sql<Challenge[]>`
      select token, name, key_authorization as "keyAuthorization"
        from supabase_migrations.acme_challenges order by expires_at`;
  }
}
