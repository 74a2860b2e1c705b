import type { Config } from '../config.ts';
import { projectFunction } from '../database/project-function.ts';
import type { Queryable } from '../database/sql/sql.ts';

export type Channel = 'push' | 'sms' | 'mail';
/** `gone`: the address of a push does not exist any more. */
export type OutcomeStatus = 'sent' | 'delivered' | 'failed' | 'gone';

export interface Outcome {
  readonly channel: Channel;
  /** What `enqueue` returned. */
  readonly id: string;
  readonly status: OutcomeStatus;
  readonly error: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface OutcomeHook {
  /** Calls the project's function for each; in the caller's transaction, so all happen or none. */
  note(sql: Queryable, outcomes: readonly Outcome[]): Promise<void>;
}

/** The message to answer with; its wording is in the project's templates. */
export interface Reply {
  readonly template: string;
  readonly language: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A text message that came in; the answer to send back, if any. */
export type ReplyHook = (sql: Queryable, from: string, body: string) => Promise<Reply | null>;

/** Whether a text may be sent, in the transaction that marks it as being sent; null: it may. */
export type BeforeTextHook = (
  sql: Queryable,
  id: string,
  segments: number,
) => Promise<string | null>;

type ProjectSettings = Pick<Config, 'project'>;

/** `[notifications] outcome` of config.toml; nothing where the project wants to know nothing. */
export function createOutcomeHook(config: ProjectSettings): OutcomeHook | undefined {
  const hook = projectFunction(config, 'notifications', 'outcome');
  if (hook === undefined) return undefined;
  return {
    async note(sql, outcomes) {
      await sql`
        select ${sql(hook.schema)}.${sql(hook.name)}(channel, id, status, error, details)
          from jsonb_to_recordset(${sql.json(outcomes)})
            as o (channel text, id uuid, status text, error text, details jsonb)`;
    },
  };
}

/** `[notifications] reply` of config.toml. */
export function createReplyHook(config: ProjectSettings): ReplyHook | undefined {
  const hook = projectFunction(config, 'notifications', 'reply');
  if (hook === undefined) return undefined;
  return async (sql, from, body) => {
    const [row] = await sql<{ answer: Reply | null }[]>`
      select ${sql(hook.schema)}.${sql(hook.name)}(${from}::text, ${body}::text) as answer`;
    return row?.answer ?? null;
  };
}

/** `[notifications] before_text` of config.toml. */
export function createBeforeTextHook(config: ProjectSettings): BeforeTextHook | undefined {
  const hook = projectFunction(config, 'notifications', 'before_text');
  if (hook === undefined) return undefined;
  return async (sql, id, segments) => {
    const [row] = await sql<{ reason: string | null }[]>`
      select ${sql(hook.schema)}.${sql(hook.name)}(${id}::uuid, ${segments}::integer) as reason`;
    return row?.reason ?? null;
  };
}
