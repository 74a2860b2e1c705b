import type { Config } from '../config.ts';
import { isUndoneForOthers } from '../database/postgres-error.ts';
import { type ProjectFunction, projectFunction } from '../database/project-function.ts';
import type { Insertable, Sql } from '../database/sql/sql.ts';
import type { SecretStore } from './connection-secrets.ts';
import type {
  Activity,
  ActivityContent,
  Connection,
  JournalQuestion,
  JournalRow,
  Outcome,
  ReadList,
} from './system.ts';

const FUNCTIONS = [
  'connection',
  'due',
  'take',
  'note',
  'sent',
  'note_connection',
  'note_records',
  'read_secret',
  'swap_secret',
  'journal',
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

/** A connection that this server works for until its lease ends, and whether its lists are to be read. */
export interface DueConnection extends Connection {
  readonly lease: string;
  readonly readLists: boolean;
}

/** The right to work for a connection; null: an owner asked for it. */
export interface Lease {
  readonly id: string;
  readonly lease: string | null;
}

/** What is learned of a connection; what is left out stays. */
interface ConnectionNotes {
  readonly state?: 'connected' | 'sign_in_needed';
  readonly company_name?: string;
  readonly external_company_id?: string | null;
  /** Null: none any more. */
  readonly problem?: string | null;
  readonly problem_detail?: string | null;
  readonly cursor?: Connection['cursor'];
  /** Its lists were read, all of them or what changed. */
  readonly lists_read?: boolean;
  /** Nothing is done for it before. */
  readonly wait_seconds?: number;
  /** Gives the lease back. */
  readonly release?: boolean;
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
  readonly unanswered: boolean;
  readonly content: Activity['content'];
  readonly sent_content: Activity['sentContent'];
  readonly may_exist: boolean;
}

/** An activity that is there as we sent it. */
interface SentActivity {
  readonly id: string;
  readonly externalId: string;
  readonly sentContent: ActivityContent;
}

const LEASE_ENDED = 'accounting_lease_ended';

/** The project's functions that give out what is to be sent and take what became of it. */
export class AccountingStore implements SecretStore {
  readonly #sql: Sql;
  readonly #functions: Functions;

  constructor(sql: Sql, functions: Functions) {
    this.#sql = sql;
    this.#functions = functions;
  }

  async connection(id: string): Promise<Connection | undefined> {
    const row = await this.#call<ConnectionRow | null>('connection', this.#sql`${id}::uuid`);
    return row ? connectionOf(row) : undefined;
  }

  /** Takes a lease on each. */
  async due(): Promise<readonly DueConnection[]> {
    const rows = await this.#call<readonly DueRow[]>('due', this.#sql``);
    return rows.map((row) => ({
      ...connectionOf(row),
      lease: row.lease,
      readLists: row.read_lists,
    }));
  }

  async take({ id, lease }: Lease, limit: number): Promise<readonly Activity[]> {
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
      isUnanswered: row.unanswered,
      sentContent: row.sent_content,
      mayExist: row.may_exist,
    })) as Activity[];
  }

  /** Without a request: noticed when nothing was under way. */
  async note(
    { id, lease }: Lease,
    activity: Pick<Activity, 'id'> & { readonly requestId: string | null },
    outcome: Outcome,
  ): Promise<void> {
    const sql = this.#sql;
    await this.#call(
      'note',
      sql`${id}::uuid, ${lease}::uuid, ${activity.id}::uuid, ${activity.requestId}::uuid,
        ${sql.json(outcome)}::jsonb`,
    );
  }

  /** Which of these ids there are ours, with what we sent; not those that are being written or decided. */
  async sent({ id, lease }: Lease, externalIds: readonly string[]): Promise<SentActivity[]> {
    const rows = await this.#call<
      readonly { activity_id: string; external_id: string; sent_content: ActivityContent }[]
    >('sent', this.#sql`${id}::uuid, ${lease}::uuid, ${[...externalIds]}::text[]`);
    return rows.map((row) => ({
      id: row.activity_id,
      externalId: row.external_id,
      sentContent: row.sent_content,
    }));
  }

  /** Renews the lease. */
  async noteConnection({ id, lease }: Lease, notes: ConnectionNotes): Promise<void> {
    const sql = this.#sql;
    await this.#call(
      'note_connection',
      sql`${id}::uuid, ${lease}::uuid, ${sql.json(notes)}::jsonb`,
    );
  }

  async noteRecords({ id, lease }: Lease, list: ReadList): Promise<void> {
    const sql = this.#sql;
    const rows = [
      ...list.rows,
      ...(list.alsoThere ?? []).map((externalId) => ({ external_id: externalId })),
    ];
    await this.#call(
      'note_records',
      sql`${id}::uuid, ${lease}::uuid, ${list.kind}::text, ${sql.json(rows)}::jsonb, ${list.complete}::boolean`,
    );
  }

  /** Which payroll results to read back now; null: none. */
  journalWanted({ id, lease }: DueConnection): Promise<JournalQuestion | null> {
    return this.#call<JournalQuestion | null>('journal', this.#sql`${id}::uuid, ${lease}::uuid`);
  }

  async noteJournal({ id, lease }: DueConnection, rows: readonly JournalRow[]): Promise<void> {
    const sql = this.#sql;
    await this.#call('journal', sql`${id}::uuid, ${lease}::uuid, ${sql.json(rows)}::jsonb`);
  }

  readSecret(connectionId: string): Promise<string | null> {
    return this.#call<string | null>('read_secret', this.#sql`${connectionId}::uuid`);
  }

  swapSecret(connectionId: string, before: string | null, after: string): Promise<boolean> {
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

  /** Once more where the database undid it for others: a deadlock is no failure of the system there. */
  async #call<Result = unknown>(name: FunctionName, values: Insertable): Promise<Result> {
    const sql = this.#sql;
    const { schema, name: called } = this.#functions[name];
    const ask = () => sql<{ result: Result }[]>`
      select ${sql(schema)}.${sql(called)}(${values}) as result`;
    const [row] = await ask()
      .catch((error: unknown) => {
        if (!isUndoneForOthers(error)) throw error;
        return ask();
      })
      .catch((error: unknown) => {
        if ((error as { hint?: unknown }).hint !== LEASE_ENDED) throw error;
        throw new LeaseEndedError('The lease has ended', { cause: error });
      });
    return row?.result as Result;
  }
}

function connectionOf(row: ConnectionRow): Connection {
  return {
    id: row.connection_id,
    system: row.system,
    environment: row.environment,
    clientId: row.client_id,
    externalCompanyId: row.external_company_id,
    settings: row.settings,
    cursor: row.cursor,
  };
}
