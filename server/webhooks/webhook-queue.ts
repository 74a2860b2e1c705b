import type { Config } from '../config.ts';
import { type ProjectFunction, projectFunction } from '../database/project-function.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { AttemptResult } from './attempt-result.ts';

export interface ClaimedWebhook {
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  /** As the project stores them, the newest first. */
  readonly secrets: readonly string[];
  readonly messageId: string;
  readonly body: string;
  /** This one included. */
  readonly attempt: number;
  /** Its endpoint fails or is slow: only a part of all turns is for such. */
  readonly troubled: boolean;
}

export type NotedResult = AttemptResult & {
  readonly duration_ms: number;
  /** Nothing: no further attempt. */
  readonly retry_seconds?: number;
};

export interface WebhookHooks {
  readonly claim: ProjectFunction;
  readonly note: ProjectFunction;
  /** Both or neither: a project may store its secrets as they are. */
  readonly unsealed?: ProjectFunction | undefined;
  readonly seal?: ProjectFunction | undefined;
  readonly figures?: ProjectFunction | undefined;
}

/** `[webhooks]` of config.toml; undefined where the project has no webhooks. */
export function webhookHooks(config: Pick<Config, 'project'>): WebhookHooks | undefined {
  const named = (setting: string) => projectFunction(config, 'webhooks', setting);
  const [claim, note] = [named('claim'), named('note')];
  const [unsealed, seal, figures] = [named('unsealed'), named('seal'), named('figures')];
  return claim && note && { claim, note, unsealed, seal, figures };
}

/** The project's functions that give out what is due and take what became of it. */
export class WebhookQueue {
  readonly #sql: Sql;
  readonly #hooks: WebhookHooks;
  /** Nothing: the clock of the database. */
  readonly #now: () => Date | null;

  constructor(sql: Sql, hooks: WebhookHooks, now: () => Date | null = () => null) {
    this.#sql = sql;
    this.#hooks = hooks;
    this.#now = now;
  }

  claim(count: number, troubledCount: number): Promise<readonly ClaimedWebhook[]> {
    const sql = this.#sql;
    const { schema, name } = this.#hooks.claim;
    return sql<ClaimedWebhook[]>`
      select id, endpoint_id as "endpointId", url, secrets, message_id as "messageId", body, attempt, troubled
        from ${sql(schema)}.${sql(name)}(${count}::integer, ${troubledCount}::integer, ${this.#now()}::timestamptz)`;
  }

  async note(id: string, result: NotedResult): Promise<void> {
    const sql = this.#sql;
    const { schema, name } = this.#hooks.note;
    await sql`
      select ${sql(schema)}.${sql(name)}(${id}::uuid, ${sql.json(result)}::jsonb, ${this.#now()}::timestamptz)`;
  }
}
