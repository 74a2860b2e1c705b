import { createHash, randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import { type ProjectFunction, projectFunction } from '../../database/project-function.ts';
import type { Insertable, Sql } from '../../database/sql/sql.ts';
import type { DesktopSession, SessionState } from './desktop-session.ts';

const FUNCTIONS = ['open', 'read', 'store', 'close'] as const;
type Functions = Readonly<Record<(typeof FUNCTIONS)[number], ProjectFunction>>;

/** `[quickbooks_desktop]` of config.toml; undefined where the project does not use it. */
export function desktopFunctions(config: Pick<Config, 'project'>): Functions | undefined {
  const named = FUNCTIONS.flatMap((name) => {
    const found = projectFunction(config, 'quickbooks_desktop', name);
    return found ? [[name, found] as const] : [];
  });
  return named.length === FUNCTIONS.length ? (Object.fromEntries(named) as Functions) : undefined;
}

/** `none`: nothing to do, paused, or another Web Connector is at it. */
export type Opened =
  | { readonly answer: 'unknown' }
  | { readonly answer: 'none' }
  | { readonly answer: 'open'; readonly read_lists: boolean };

interface SessionRow {
  readonly connection_id: string;
  readonly lease: string;
  readonly company_name: string | null;
  readonly file_id: string;
  readonly company_file: string | null;
  readonly changes_from: string | null;
  readonly version: number;
  readonly state: SessionState;
}

/** Sessions live in the database: each call of one may reach another server. */
export class SessionStore {
  readonly #sql: Sql;
  readonly #functions: Functions;

  constructor(sql: Sql, functions: Functions) {
    this.#sql = sql;
    this.#functions = functions;
  }

  /** Takes the lease of the connection, or says why not. */
  async open(userName: string, password: string): Promise<{ ticket: string } & Opened> {
    const ticket = randomUUID();
    const values = this.#sql`${userName}::text, ${hash(password)}::text, ${hash(ticket)}::text`;
    return { ticket, ...(await this.#call<Opened>('open', values)) };
  }

  async read(ticket: string): Promise<DesktopSession | undefined> {
    const row = await this.#call<SessionRow | null>('read', this.#sql`${hash(ticket)}::text`);
    return row
      ? {
          ticket,
          lease: { id: row.connection_id, lease: row.lease },
          companyName: row.company_name,
          fileId: row.file_id,
          companyFile: row.company_file,
          changesFrom: row.changes_from,
          version: row.version,
          state: row.state,
        }
      : undefined;
  }

  /**
   * Where nobody else stored meanwhile; answers how many activities wait. The lease lasts for
   * `holdSeconds` from now: as long as QuickBooks may still be writing, nobody else begins.
   */
  store(
    { ticket, version }: Pick<DesktopSession, 'ticket' | 'version'>,
    state: SessionState,
    holdSeconds: number,
  ): Promise<number | null> {
    const sql = this.#sql;
    return this.#call<number | null>(
      'store',
      sql`${hash(ticket)}::text, ${version}::integer, ${sql.json(state)}::jsonb, ${holdSeconds}::integer`,
    );
  }

  async close(ticket: string): Promise<void> {
    await this.#call('close', this.#sql`${hash(ticket)}::text`);
  }

  async #call<Result>(name: (typeof FUNCTIONS)[number], values: Insertable): Promise<Result> {
    const sql = this.#sql;
    const { schema, name: called } = this.#functions[name];
    const [row] = await sql<{ result: Result }[]>`
      select ${sql(schema)}.${sql(called)}(${values}) as result`;
    return row?.result as Result;
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
