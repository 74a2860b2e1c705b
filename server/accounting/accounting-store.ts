import type { Config } from '../config.ts';
import { type ProjectFunction, projectFunction } from '../database/project-function.ts';
import type { Insertable, Sql } from '../database/sql/sql.ts';
import type { SecretStore } from './connection-secrets.ts';
import type { Activity, Connection, Outcome, ReadList } from './system.ts';

const FUNCTIONS = [
  'connection',
  'due',
  'take',
  'note',
  'note_connection',
  'note_records',
  'set_up',
  'swap_secret',
] as const;

type FunctionName = (typeof FUNCTIONS)[number];
type Functions = Readonly<Record<FunctionName, ProjectFunction>>;

/** `[accounting]` of config.toml; undefined where the project connects no such systems. */
export function accountingFunctions(config: Pick<Config, 'project'>): Functions | undefined {
  const named = FUNCTIONS.flatMap((name) => {
    const found = projectFunction(config, 'accounting', name);
    return found ? [[name, found] as const] : [];
  });
  return named.length === FUNCTIONS.length ? (Object.fromEntries(named) as Functions) : undefined;
}

export interface StoredConnection extends Connection {
  /** Null: nothing was handed over yet. */
  readonly sealed: string | null;
}

/** A connection that this server works for until its lease ends, and whether its lists are to be read. */
export interface DueConnection extends StoredConnection {
  readonly lease: string;
  readonly readLists: boolean;
}

/** What is learned of a connection under a lease, which it renews; what is left out stays. */
interface ConnectionNotes {
  readonly state?: 'sign_in_needed';
  /** Null: none any more. */
  readonly problem?: string | null;
  readonly problem_detail?: string | null;
  readonly cursor?: Connection['cursor'];
  /** Its lists were read, all of them or what changed. */
  readonly lists_read?: boolean;
  /** Nothing is done for it before. */
  readonly rest_seconds?: number;
  /** Gives the lease back. */
  readonly release?: boolean;
}

/** What an owner gave or what was answered to them. */
interface SetUpFacts {
  readonly state?: 'connected';
  readonly company_name?: string;
  readonly external_company_id?: string | null;
}

/** The lease ended, or the connection was paused: somebody else may be at it. */
export class LeaseEndedError extends Error {}

interface ConnectionRow {
  readonly connection_id: string;
  readonly system: Connection['system'];
  readonly environment: Connection['environment'];
  readonly client_id: string | null;
  readonly external_company_id: string | null;
  readonly settings: Connection['settings'];
  readonly sealed: string | null;
  readonly cursor: Connection['cursor'];
}

interface DueRow extends ConnectionRow {
  readonly lease: string;
  readonly read_lists: boolean;
}

interface ActivityRow {
  readonly activity_id: string;
  readonly action: Activity['action'];
  readonly request_id: string;
  readonly external_id: string | null;
  readonly sync_token: string | null;
  readonly attempt: number;
  readonly content: Activity['content'];
  readonly sent_content: Activity['sentContent'];
  readonly may_exist: boolean;
}

const MAX_CONNECTIONS = 10;
const LEASE_ENDED = 'accounting_lease_lost';

/** The project's functions that give out what is to be sent and take what became of it. */
export class AccountingStore implements SecretStore {
  readonly #sql: Sql;
  readonly #functions: Functions;

  constructor(sql: Sql, functions: Functions) {
    this.#sql = sql;
    this.#functions = functions;
  }

  async connection(id: string): Promise<StoredConnection | undefined> {
    const [row] = await this.#rows<ConnectionRow>('connection', this.#sql`${id}::uuid`);
    return row && connectionOf(row);
  }

  /** Takes a lease on each. */
  async due(systems: readonly string[]): Promise<readonly DueConnection[]> {
    const rows = await this.#rows<DueRow>(
      'due',
      this.#sql`${MAX_CONNECTIONS}::integer, ${[...systems]}::text[]`,
    );
    return rows.map((row) => ({
      ...connectionOf(row),
      lease: row.lease,
      readLists: row.read_lists,
    }));
  }

  async take({ id, lease }: DueConnection, limit: number): Promise<readonly Activity[]> {
    const rows = await this.#call<readonly ActivityRow[]>(
      'take',
      this.#sql`${id}::uuid, ${lease}::uuid, ${limit}::integer`,
    );
    return rows.map(({ action, content, ...row }) => ({
      ...({ action, content } as Pick<Activity, 'action' | 'content'>),
      id: row.activity_id,
      requestId: row.request_id,
      externalId: row.external_id,
      syncToken: row.sync_token,
      attempt: row.attempt,
      sentContent: row.sent_content,
      mayExist: row.may_exist,
    })) as Activity[];
  }

  async note({ id, lease }: DueConnection, activity: Activity, outcome: Outcome): Promise<void> {
    const sql = this.#sql;
    await this.#call(
      'note',
      sql`${id}::uuid, ${lease}::uuid, ${activity.id}::uuid, ${activity.requestId}::uuid,
        ${sql.json(outcome)}::jsonb`,
    );
  }

  async noteConnection({ id, lease }: DueConnection, notes: ConnectionNotes): Promise<void> {
    const sql = this.#sql;
    await this.#call(
      'note_connection',
      sql`${id}::uuid, ${lease}::uuid, ${sql.json(notes)}::jsonb`,
    );
  }

  async noteRecords({ id, lease }: DueConnection, list: ReadList): Promise<void> {
    const sql = this.#sql;
    await this.#call(
      'note_records',
      sql`${id}::uuid, ${lease}::uuid, ${list.kind}::text, ${sql.json(list.rows)}::jsonb, ${list.complete}::boolean`,
    );
  }

  /** For an owner, who was asked for before. */
  async setUp(id: string, facts: SetUpFacts, sealed: string | null = null): Promise<void> {
    const sql = this.#sql;
    await this.#call('set_up', sql`${id}::uuid, ${sql.json(facts)}::jsonb, ${sealed}::text`);
  }

  async readSecret(connectionId: string): Promise<string | null> {
    return (await this.connection(connectionId))?.sealed ?? null;
  }

  swapSecret(connectionId: string, before: string, after: string): Promise<boolean> {
    return this.#call<boolean>(
      'swap_secret',
      this.#sql`${connectionId}::uuid, ${before}::text, ${after}::text`,
    );
  }

  alone<Result>(connectionId: string, work: () => Promise<Result>): Promise<Result> {
    return this.#sql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`accounting ${connectionId}`}, 0))`;
      return work();
    });
  }

  async #call<Result = unknown>(name: FunctionName, values: Insertable): Promise<Result> {
    const [row] = await this.#rows<{ result: Result }>(name, values, 'result');
    return row?.result as Result;
  }

  #rows<Row extends object>(
    name: FunctionName,
    values: Insertable,
    ...columns: readonly string[]
  ): Promise<Row[]> {
    const sql = this.#sql;
    const { schema, name: called } = this.#functions[name];
    const result = columns.length > 0 ? sql`answer(${sql(columns)})` : sql`answer`;
    return sql<Row[]>`select * from ${sql(schema)}.${sql(called)}(${values}) as ${result}`.catch(
      (error: unknown) => {
        if ((error as { hint?: unknown }).hint !== LEASE_ENDED) throw error;
        throw new LeaseEndedError('The lease has ended', { cause: error });
      },
    );
  }
}

function connectionOf(row: ConnectionRow): StoredConnection {
  return {
    id: row.connection_id,
    system: row.system,
    environment: row.environment,
    clientId: row.client_id,
    externalCompanyId: row.external_company_id,
    settings: row.settings,
    sealed: row.sealed,
    cursor: row.cursor,
  };
}
