import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/sql/sql.ts';
import type { AuthContext } from './auth-context.ts';
import { createFlowState, type PkceChallenge } from './flow-state.ts';
import { addressKey, type RequestOrigin } from './http/request-origin.ts';
import { addIdentity, findIdentityOwner, type StoredIdentity } from './oidc/identities.ts';
import { discardTokens, type OneTimeToken } from './one-time-tokens.ts';
import type { Metadata } from './users/user-row.ts';

/** A password and names that someone chose for an address they have not proved to own. */
export interface SignUp {
  readonly id: string;
  readonly password_hash: string;
  readonly flow_state_id: string | null;
  readonly created_at: Date;
}

/** More than anyone needs, so that nobody fills the table with one address. */
const MAX_PER_ACCOUNT = 20;

/**
 * Keeps what a sign-up chose apart from the account. Anyone can sign up with any address, and the
 * mail goes to its holder: the choice counts once its own link was followed.
 */
export async function recordSignUp(
  sql: Queryable,
  origin: RequestOrigin,
  chosen: {
    userId: string;
    passwordHash: string;
    metadata: Metadata;
    flowStateId: string | undefined;
    identity?: StoredIdentity;
  },
): Promise<string> {
  const id = randomUUID();
  const identity = chosen.identity && sql.json(chosen.identity as never);
  await sql`
    insert into auth.sign_ups
      (id, user_id, password_hash, user_metadata, flow_state_id, address_key, identity, created_at)
    values (${id}, ${chosen.userId}, ${chosen.passwordHash}, ${sql.json(chosen.metadata as never)},
      ${chosen.flowStateId ?? null}, ${addressKey(origin.address)}, ${identity ?? null},
      clock_timestamp())`;
  await sql`
    delete from auth.sign_ups where id in (
      select id from auth.sign_ups where user_id = ${chosen.userId}
       order by created_at desc offset ${MAX_PER_ACCOUNT})`;
  return id;
}

export async function newestSignUp(sql: Queryable, userId: string): Promise<SignUp | undefined> {
  const [signUp] = await sql<SignUp[]>`
    select id, password_hash, flow_state_id, created_at from auth.sign_ups
     where user_id = ${userId} order by created_at desc limit 1`;
  return signUp;
}

/**
 * The sign-up that a mail sent again belongs to. A browser that brings a new challenge has given up
 * the verifier of before; its sign-up is taken to be the newest one from the same network.
 */
export async function signUpToSendAgain(
  sql: Queryable,
  origin: RequestOrigin,
  { userId, pkce }: { userId: string; pkce: PkceChallenge | undefined },
): Promise<{ signUpId: string | undefined; flowStateId: string | undefined }> {
  if (!pkce) {
    const signUp = await newestSignUp(sql, userId);
    return { signUpId: signUp?.id, flowStateId: signUp?.flow_state_id ?? undefined };
  }
  const flowStateId = await createFlowState(sql, pkce, userId, 'email/signup');
  const [signUp] = await sql<{ id: string }[]>`
    update auth.sign_ups set flow_state_id = ${flowStateId} where id = (
      select id from auth.sign_ups
       where user_id = ${userId} and flow_state_id is not null
         and address_key = ${addressKey(origin.address)}
       order by created_at desc limit 1)
    returning id`;
  return { signUpId: signUp?.id, flowStateId };
}

/**
 * The link of a mail was followed. Of all sign-ups for the address only the one the link belongs to
 * can count;
 * with PKCE it counts when the code is exchanged.
 */
export async function settleSignUps(
  context: AuthContext,
  sql: Queryable,
  token: OneTimeToken,
  visit: { readonly origin: RequestOrigin; readonly byExchange: boolean },
): Promise<void> {
  const signUpId = token.sign_up_id;
  const waits = visit.byExchange && token.flow_state_id !== null;
  if (signUpId !== null && !waits && (await countsNow(context, sql, token, visit.origin))) {
    await applySignUp(sql, signUpId);
  }
  await discardTokens(sql, token.user_id, ['confirmation_token']);
  await sql`
    delete from auth.sign_ups
     where user_id = ${token.user_id} and id is distinct from ${waits ? signUpId : null}::uuid`;
}

/** The browser that signed up has shown its verifier. A password set meanwhile stays. */
export async function settleExchangedSignUp(sql: Queryable, flowStateId: string): Promise<void> {
  const [signUp] = await sql<{ id: string; user_id: string }[]>`
    select sign_ups.id, user_id from auth.sign_ups join auth.users on users.id = user_id
     where flow_state_id = ${flowStateId} and coalesce(encrypted_password, '') = ''`;
  if (!signUp) return;
  await applySignUp(sql, signUp.id);
  await discardSignUps(sql, signUp.user_id);
}

/** Confirmed without a link: with several sign-ups nobody can say whose password was meant. */
export async function settleOnlySignUp(sql: Queryable, userId: string): Promise<void> {
  const waiting = await sql<{ id: string }[]>`
    select sign_ups.id from auth.sign_ups join auth.users on users.id = user_id
     where user_id = ${userId} and email_confirmed_at is null limit 2`;
  if (waiting.length === 1 && waiting[0]) await applySignUp(sql, waiting[0].id);
  await discardSignUps(sql, userId);
}

/** Nothing that was chosen for an unproved address may count any more. */
export async function discardSignUps(sql: Queryable, userId: string): Promise<void> {
  await sql`delete from auth.sign_ups where user_id = ${userId}`;
}

/** Someone else speaks for the address now: what strangers planted on the account goes. */
export async function clearPlanted(
  sql: Queryable,
  userId: string,
  metadata: Metadata,
): Promise<void> {
  await sql`
    update auth.users
       set encrypted_password = '', raw_user_meta_data = ${sql.json(metadata as never)},
           email_change = '', email_change_confirm_status = 0, updated_at = now()
     where id = ${userId}`;
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
  await sql`delete from auth.flow_state where user_id = ${userId}`;
  await discardSignUps(sql, userId);
}

async function applySignUp(sql: Queryable, id: string): Promise<void> {
  const [applied] = await sql<{ user_id: string; identity: StoredIdentity | null }[]>`
    update auth.users
       set encrypted_password = sign_ups.password_hash,
           raw_user_meta_data = sign_ups.user_metadata, updated_at = now()
      from auth.sign_ups where sign_ups.id = ${id} and users.id = sign_ups.user_id
    returning sign_ups.user_id, sign_ups.identity`;
  if (!applied?.identity) return;
  // The same identity may have opened another account meanwhile.
  if ((await findIdentityOwner(sql, applied.identity)) !== undefined) return;
  await addIdentity(sql, applied.user_id, applied.identity);
}

/**
 * Without a code exchange nothing shows that the one who follows the link chose the password. Where
 * the project asks for it, and always where the client meant to exchange a code, the link must at
 * least be followed from where the sign-up came from; for someone invited that is not enough.
 */
async function countsNow(
  { settings }: AuthContext,
  sql: Queryable,
  token: OneTimeToken,
  origin: RequestOrigin,
): Promise<boolean> {
  const anywhere = !settings.secureSignUp && token.flow_state_id === null;
  const [found] = await sql`
    select sign_ups.id from auth.sign_ups join auth.users on users.id = user_id
     where sign_ups.id = ${token.sign_up_id} and users.invited_at is null
       and (${anywhere} or address_key = ${addressKey(origin.address)})`;
  return found !== undefined;
}
