import type { Sql } from '../database/sql/sql.ts';
import type { PushClient } from './push-client.ts';

export interface WayOutState {
  readonly isOpen: boolean;
  readonly checkedAt: Date;
  readonly problem: string | null;
}

interface Dependencies {
  readonly sql: Sql;
  readonly client: PushClient;
  /** Asked besides those that subscriptions brought. */
  readonly services: readonly string[];
}

/** The push services of Chrome and Edge's relatives, Firefox, and Safari. */
export const WELL_KNOWN = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
];
const TIMEOUT_MS = 4_000;
const MAX_ASKED = 5;
/** An answer is not written down again for so long. */
const FRESH_MS = 10 * 60_000;
/** Who does not answer is not asked again sooner. */
const RETRY_MS = 60_000;

/** Whether this installation gets out to the push services; the database shares it among all servers. */
export class WayOut {
  readonly #dependencies: Dependencies;
  readonly #written = new Map<string, number>();
  #check: Promise<WayOutState> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async read(): Promise<WayOutState | undefined> {
    const [row] = await this.#dependencies.sql<WayOutState[]>`
      select is_open as "isOpen", checked_at as "checkedAt", problem from push.way_out`;
    return row;
  }

  /** A push service answered, whatever it said. */
  async noteAnswer(origin: string): Promise<void> {
    if (Date.now() - (this.#written.get(origin) ?? 0) < FRESH_MS) return;
    if (this.#written.size > 100) this.#written.clear();
    this.#written.set(origin, Date.now());
    const { sql } = this.#dependencies;
    await sql`
      insert into push.origins (origin, answered_at) values (${origin}, clock_timestamp())
      on conflict (origin) do update set answered_at = excluded.answered_at`;
    await this.#write({ isOpen: true, problem: null });
  }

  /** Nobody answered there: is it this service, or everything? */
  async noteFailure(origin: string, error: string): Promise<WayOutState> {
    this.#written.delete(origin);
    await this.#dependencies.sql`
      insert into push.origins (origin, failed_at, last_error)
      values (${origin}, clock_timestamp(), ${error})
      on conflict (origin) do update
        set failed_at = excluded.failed_at, last_error = excluded.last_error`;
    return this.checkOlderThan(RETRY_MS);
  }

  /** What is known, found out anew where it is older. */
  async checkOlderThan(maxAgeMs: number): Promise<WayOutState> {
    const known = await this.read();
    if (known && Date.now() - known.checkedAt.getTime() < maxAgeMs) return known;
    this.#check ??= this.#ask().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  async #ask(): Promise<WayOutState> {
    const { sql, client, services } = this.#dependencies;
    const seen = await sql<{ origin: string }[]>`
      select origin from push.origins
       order by greatest(answered_at, failed_at) desc nulls last limit ${MAX_ASKED}`;
    // A subscription may name a service that nobody has: one that is known answers for the others.
    const asked = new Set([...seen.map(({ origin }) => origin), ...services]);
    const request = { method: 'HEAD', headers: {} } as const;
    const problem = await Promise.any(
      [...asked].map((origin) =>
        client.ask(`${origin}/`, request, AbortSignal.timeout(TIMEOUT_MS)),
      ),
    ).then(
      () => null,
      ({ errors: [first] }: AggregateError) => (first as Error).message,
    );
    return this.#write({ isOpen: problem === null, problem });
  }

  async #write({ isOpen, problem }: Omit<WayOutState, 'checkedAt'>): Promise<WayOutState> {
    const [row] = await this.#dependencies.sql<WayOutState[]>`
      insert into push.way_out (is_open, checked_at, problem)
      values (${isOpen}, clock_timestamp(), ${problem})
      on conflict (singleton) do update
        set is_open = excluded.is_open, checked_at = excluded.checked_at, problem = excluded.problem
      returning is_open as "isOpen", checked_at as "checkedAt", problem`;
    return row as WayOutState;
  }
}
