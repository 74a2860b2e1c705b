import { tokenHash } from '../auth/tokens/secret-values.ts';
import type { Sql } from '../database/sql/sql.ts';

/** Somebody who went to sign in at a system, and where to go on here afterwards. */
export interface SignInVisit {
  readonly connectionId: string;
  readonly userId: string;
  readonly returnTo: string;
}

const VISIT_SECONDS = 900;

/** Visits that were begun and not answered yet. */
export class SignInVisits {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async start(state: string, { connectionId, userId, returnTo }: SignInVisit): Promise<void> {
    await this.#sql`
      with ended as (
        delete from accounting.visits where created_at < clock_timestamp() - make_interval(secs => ${VISIT_SECONDS})
      )
      insert into accounting.visits (state_hash, connection_id, user_id, return_to)
      values (${tokenHash(state)}, ${connectionId}, ${userId}, ${returnTo})`;
  }

  /** Where the browser that brings this state goes on; whoever it is has no session to show there. */
  async returnTo(state: string): Promise<string | undefined> {
    const [visit] = await this.#sql<{ return_to: string }[]>`
      select return_to from accounting.visits where state_hash = ${tokenHash(state)}`;
    return visit?.return_to;
  }

  /** Uses it up, for the person who began it: of two answers only the first finds it. */
  async consume(state: string, userId: string): Promise<string | undefined> {
    const [visit] = await this.#sql<{ connection_id: string; expired: boolean }[]>`
      delete from accounting.visits where state_hash = ${tokenHash(state)} and user_id = ${userId}
      returning connection_id,
        created_at < clock_timestamp() - make_interval(secs => ${VISIT_SECONDS}) as expired`;
    return visit?.expired ? undefined : visit?.connection_id;
  }
}
