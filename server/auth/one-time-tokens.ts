import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/sql/sql.ts';
import type { AuthContext } from './auth-context.ts';
import { codeHash, equalHex, randomCode, randomToken, tokenHash } from './tokens/secret-values.ts';

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token';

export interface OneTimeToken {
  readonly id: string;
  readonly user_id: string;
  readonly token_type: TokenType;
  readonly flow_state_id: string | null;
  /** The sign-up whose password and names come with it. */
  readonly sign_up_id: string | null;
  readonly expired: boolean;
}

export interface IssuedToken {
  /** Goes into the link. */
  readonly token: string;
  /** May be typed in by hand instead. */
  readonly code: string;
}

/** Six digits fall to guessing unless the guesses are counted per code. */
const GUESSES_PER_CODE = 5;

/** Makes a link token and a code; one of each kind is valid, the newest, and one of each sign-up. */
export async function issueOneTimeToken(
  { keys, settings }: Pick<AuthContext, 'keys' | 'settings'>,
  sql: Queryable,
  request: {
    userId: string;
    type: TokenType;
    relatesTo: string;
    validSeconds?: number;
    flowStateId?: string | undefined;
    signUpId?: string | undefined;
  },
): Promise<IssuedToken> {
  const prefix = request.flowStateId === undefined ? '' : 'pkce_';
  const issued = { token: prefix + randomToken(), code: randomCode(settings.codeLength) };
  await sql`
    insert into auth.one_time_tokens
      (id, user_id, token_type, token_hash, relates_to, code_hash, attempts, expires_at,
       flow_state_id, sign_up_id, created_at, updated_at)
    values (${randomUUID()}, ${request.userId}, ${request.type}, ${tokenHash(issued.token)},
      ${request.relatesTo}, ${codeHash(keys.linkSecret, request.userId, issued.code)}, 0,
      clock_timestamp() + make_interval(secs => ${request.validSeconds ?? settings.linkSeconds}),
      ${request.flowStateId ?? null}, ${request.signUpId ?? null}, now(), now())
    on conflict (user_id, token_type,
        coalesce(sign_up_id, '00000000-0000-0000-0000-000000000000')) do update
      set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
          code_hash = excluded.code_hash, attempts = 0, expires_at = excluded.expires_at,
          flow_state_id = excluded.flow_state_id, updated_at = now()`;
  return issued;
}

/** Finds and uses up a link's token in one statement: of two requests only one gets it. */
export async function consumeLinkToken(
  sql: Queryable,
  token: string,
  types: readonly TokenType[],
): Promise<OneTimeToken | undefined> {
  const [row] = await sql<OneTimeToken[]>`
    delete from auth.one_time_tokens
     where token_hash = ${tokenHash(token)}
       and token_type = any(${types as string[]}::auth.one_time_token_type[])
    returning id, user_id, token_type, flow_state_id, sign_up_id,
      expires_at <= clock_timestamp() as expired`;
  return row?.expired ? undefined : row;
}

/** Uses up a code; a wrong guess is counted, and after a few the code is worthless. */
export async function consumeCode(
  { keys }: Pick<AuthContext, 'keys'>,
  sql: Queryable,
  guess: { userId: string; code: string; types: readonly TokenType[] },
): Promise<OneTimeToken | undefined> {
  const rows = await sql<(OneTimeToken & { code_hash: string | null; attempts: number })[]>`
    select id, user_id, token_type, flow_state_id, sign_up_id, code_hash, attempts,
           expires_at <= clock_timestamp() as expired
      from auth.one_time_tokens
     where user_id = ${guess.userId}
       and token_type = any(${guess.types as string[]}::auth.one_time_token_type[])
       for update`;
  const wanted = codeHash(keys.linkSecret, guess.userId, guess.code);
  const match = rows.find(
    (row) =>
      !row.expired &&
      row.attempts < GUESSES_PER_CODE &&
      row.code_hash !== null &&
      equalHex(row.code_hash, wanted),
  );
  if (match) await sql`delete from auth.one_time_tokens where id = ${match.id}`;
  else {
    await sql`
      update auth.one_time_tokens set attempts = least(attempts + 1, 100)
       where id = any(${rows.map(({ id }) => id)}::uuid[])`;
  }
  return match;
}

export async function discardTokens(
  sql: Queryable,
  userId: string,
  types: readonly TokenType[],
): Promise<void> {
  await sql`
    delete from auth.one_time_tokens
     where user_id = ${userId}
       and token_type = any(${types as string[]}::auth.one_time_token_type[])`;
}
