import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/sql/sql.ts';
import { AuthError } from './auth-error.ts';
import type { DatabaseFunction, Hook } from './hook-settings.ts';
import { callHttpHook } from './http-hook.ts';

interface Refusal {
  readonly error?: { readonly http_code?: unknown; readonly message?: unknown } | null;
}

/** What GoTrue says of each call; `name` is the hook's, with hyphens. */
export function hookMetadata(name: string, address?: string): object {
  return {
    uuid: randomUUID(),
    time: new Date().toISOString(),
    name,
    ...(address === undefined ? {} : { ip_address: address }),
  };
}

/** Calls a hook of the project (config.toml, auth.hook.*) with its event; one that answers `error` refuses. */
export async function askHook<Answer extends object>(
  hook: Hook,
  sql: Queryable,
  event: object,
): Promise<Partial<Answer>> {
  const said = 'url' in hook ? await callHttpHook(hook, event) : await call(hook, sql, event);
  const answer = typeof said === 'object' && said !== null ? said : {};
  const { error } = answer as Refusal;
  if (error !== undefined && error !== null) {
    const status = typeof error.http_code === 'number' ? error.http_code : 500;
    throw new AuthError(status, 'hook_error', String(error.message ?? 'The hook refused.'));
  }
  return answer as Partial<Answer>;
}

async function call(hook: DatabaseFunction, sql: Queryable, event: object): Promise<unknown> {
  const [row] = await sql<{ answer: unknown }[]>`
    select ${sql(hook.schema)}.${sql(hook.name)}(${sql.json(event as never)}) as answer`;
  return row?.answer;
}

interface Decision {
  readonly decision: 'continue' | 'reject';
  readonly message: string;
  readonly should_logout_user: boolean;
}

/**
 * What the project's `password_verification_attempt` or `mfa_verification_attempt` hook says about an attempt,
 * right or wrong; undefined: it goes on. The caller refuses with the message.
 */
export async function askAboutAttempt(
  hook: Hook | undefined,
  sql: Queryable,
  event: { readonly user_id: string; readonly valid: boolean; readonly factor_id?: string },
): Promise<{ message: string; endsSessions: boolean } | undefined> {
  if (hook === undefined) return undefined;
  const { decision, message, should_logout_user } = await askHook<Decision>(hook, sql, event);
  if (decision === 'continue') return undefined;
  if (decision !== 'reject') {
    throw new AuthError(500, 'hook_payload_invalid_content_type', 'The hook made no decision.');
  }
  return { message: message ?? '', endsSessions: should_logout_user === true };
}

/** Ends every session of an account, as the hooks ask for it. */
export async function endSessions(sql: Queryable, userId: string): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId}`;
}
