import { createHash } from 'node:crypto';
import type { Sql } from '../database/sql/sql.ts';
import { fetchRelease, type Release } from './fetch-release.ts';

/** What is known from asking UPDATE_URL. */
export interface UpdateCheck {
  readonly askedAt: Date | null;
  /** The last answer that could be read, also when the newest attempt failed. */
  readonly release: Release | null;
  /** Why the newest attempt failed. */
  readonly problem: string | null;
}

interface Row {
  readonly asked_at: Date | null;
  readonly version: string | null;
  readonly notes_url: string | null;
  readonly security: boolean;
  readonly problem: string | null;
}

const NOTHING: UpdateCheck = { askedAt: null, release: null, problem: null };

/**
 * Asks UPDATE_URL at most once a day, however many servers share the database: whoever moves the next
 * moment on has the turn. A failed attempt is repeated after six hours.
 */
export class UpdateChecks {
  readonly #sql: Sql;
  readonly #url: string;
  /** An answer belongs to the address it came from; the address itself may hold a password. */
  readonly #source: string;

  constructor(sql: Sql, url: string) {
    this.#sql = sql;
    this.#url = url;
    this.#source = createHash('sha256').update(url).digest('hex');
  }

  async read(): Promise<UpdateCheck> {
    const [row] = await this.#sql<Row[]>`
      select asked_at, version, notes_url, security, problem
        from supabase_migrations.update_checks where source = ${this.#source}`;
    if (!row) return NOTHING;
    const { asked_at: askedAt, version, notes_url: notesUrl, security, problem } = row;
    return { askedAt, problem, release: version === null ? null : { version, notesUrl, security } };
  }

  /** Whether it asked. */
  async runIfDue(): Promise<boolean> {
    const claimed = await this.#sql`
      insert into supabase_migrations.update_checks as c (source, next_at)
      values (${this.#source}, now() + interval '1 hour')
      on conflict (source) do update set next_at = excluded.next_at where c.next_at <= now()
      returning 1`;
    if (claimed.length === 0) return false;
    await this.run();
    return true;
  }

  /** For a person who presses the button: asks again unless somebody did within the last minute. */
  async runByHand(): Promise<void> {
    const claimed = await this.#sql`
      insert into supabase_migrations.update_checks as c (source, next_at, asked_at)
      values (${this.#source}, now() + interval '1 hour', now())
      on conflict (source) do update set asked_at = now()
        where c.asked_at is null or c.asked_at < now() - interval '1 minute'
      returning 1`;
    if (claimed.length > 0) await this.run();
  }

  /** Asks now and stores what came. */
  async run(): Promise<UpdateCheck> {
    try {
      await this.#store(await fetchRelease(this.#url));
    } catch (error) {
      await this.#storeProblem((error as Error).message);
    }
    return this.read();
  }

  /** Up to an hour later than a day, so that not every installation asks at the same moment. */
  async #store({ version, notesUrl, security }: Release): Promise<void> {
    await this.#sql`
      insert into supabase_migrations.update_checks
        (source, next_at, asked_at, version, notes_url, security)
      values (${this.#source}, now() + interval '24 hours' + random() * interval '1 hour', now(),
        ${version}, ${notesUrl}, ${security})
      on conflict (source) do update set next_at = excluded.next_at, asked_at = excluded.asked_at,
        version = excluded.version, notes_url = excluded.notes_url,
        security = excluded.security, problem = null`;
    await this.#sql`
      delete from supabase_migrations.update_checks where source <> ${this.#source}`;
  }

  async #storeProblem(problem: string): Promise<void> {
    await this.#sql`
      insert into supabase_migrations.update_checks (source, next_at, asked_at, problem)
      values (${this.#source}, now() + interval '6 hours', now(), ${problem})
      on conflict (source) do update set next_at = excluded.next_at, asked_at = excluded.asked_at,
        problem = excluded.problem`;
  }
}
