import type { Lane } from '../../concurrency/semaphore.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { askAboutAttempt, endSessions } from '../hooks.ts';
import { distinctAddress, type RequestOrigin } from '../http/request-origin.ts';
import {
  providerRequired,
  refuseUnlessProvider,
  requiredProvider,
} from '../oidc/required-provider.ts';
import { hashLanes, passwordLimits } from '../sign-in-limits.ts';
import { newestSignUp } from '../sign-ups.ts';
import { startSession } from '../tokens/start-session.ts';
import type { TokenResponse } from '../tokens/token-response.ts';
import { normalizePhone } from '../users/phone-number.ts';
import { findUserByEmail, findUserByPhone, type UserRow } from '../users/user-row.ts';
import { findWeakness } from './password-strength.ts';
import { settleNoEarlier } from './settle-no-earlier.ts';

/** Longer than any hash takes on a quiet machine, bcrypt hashes of imported accounts included. */
const FAILURE_MS = 150;
/** GoTrue's words where the hook has none. */
const PASSWORD_REJECTED = 'Further password verification attempts will be rejected.';

interface Credentials {
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

type SignedIn = TokenResponse & { weak_password?: { message: string; reasons: string[] } };

/** An unknown address and a wrong password differ neither in answer nor in time. */
export function signInWithPassword(
  context: AuthContext,
  credentials: Credentials,
  origin: RequestOrigin,
): Promise<SignedIn> {
  return context.guesses.take(distinctAddress(origin.address), () =>
    tryPassword(context, credentials, origin),
  );
}

async function tryPassword(
  context: AuthContext,
  { email, phone, password }: Credentials,
  origin: RequestOrigin,
): Promise<SignedIn> {
  // Longer than any address: cut, so that it can still be counted and never be found.
  const account = (phone === '' ? email.toLowerCase() : normalizePhone(phone)).slice(0, 300);
  const limits = passwordLimits(context, account, origin);
  const lanes = hashLanes(account, origin);
  context.hasher.check(lanes);
  const find = phone === '' ? findUserByEmail : findUserByPhone;
  const user = account === '' ? undefined : await find(context.sql, account);
  const confirmedAt = phone === '' ? user?.email_confirmed_at : user?.phone_confirmed_at;
  // Until its link was followed a sign-up's password opens nothing; who knows it is told to confirm.
  const waiting =
    user && phone === '' && !confirmedAt ? await newestSignUp(context.sql, user.id) : undefined;
  let startedAt = 0;
  const { valid, outdated } = await context.hasher.verify({
    password,
    hash: waiting?.password_hash ?? user?.encrypted_password ?? undefined,
    lanes,
    before: async () => {
      startedAt = performance.now();
      await context.limits.take(limits);
    },
  });
  if (!user || !valid || !confirmedAt) {
    // Counted as a failure too: nobody may ask every second whether the address was confirmed.
    const known = await settleNoEarlier(FAILURE_MS - (performance.now() - startedAt), async () => {
      await recordFailure(context, account, user, origin);
      if (user) await askPasswordHook(context, user.id, false);
      return valid || (confirmedAt && (await signedUpWith(context, user, password, lanes)));
    });
    throw user && known ? unusable(user, phone) : await refusal(context, account);
  }
  // Beside what follows; should giving back fail, that is told by the await below or not at all.
  const givenBack = context.limits.giveBack(limits);
  givenBack.catch(() => undefined);
  if (isBarred(user)) throw unusable(user, phone);
  await askPasswordHook(context, user.id, true);
  await refuseUnlessProvider(context, user);
  const provider = phone === '' ? 'email' : 'phone';
  const newHash = outdated ? await context.hasher.hash(password) : undefined;
  const opened = context.sql.begin(async (sql) => {
    // The password may have been changed while this one was compared.
    const [unchanged, , session] = await Promise.all([
      sql`
        update auth.users set encrypted_password = ${newHash ?? user.encrypted_password}
         where id = ${user.id} and encrypted_password = ${user.encrypted_password} returning id`,
      recordAudit(sql, origin, { action: 'login', actor: user, traits: { provider } }),
      startSession(context, sql, user.id, 'password', origin),
    ]);
    if (unchanged.length === 0) throw invalidCredentials();
    return session;
  });
  const [response] = await Promise.all([opened, givenBack]);
  const weakness = findWeakness(password, context.settings);
  return weakness ? { ...response, weak_password: weakness } : response;
}

/** A project may want to hear of each attempt, and refuse those that follow too many wrong ones. */
async function askPasswordHook(
  context: AuthContext,
  user_id: string,
  valid: boolean,
): Promise<void> {
  const { password_verification_attempt: hook } = context.settings.hooks;
  const rejected = await askAboutAttempt(hook, context.sql, { user_id, valid });
  if (!rejected) return;
  if (rejected.endsSessions) await endSessions(context.sql, user_id);
  throw new AuthError(400, 'invalid_credentials', rejected.message || PASSWORD_REJECTED);
}

async function recordFailure(
  context: AuthContext,
  account: string,
  user: UserRow | undefined,
  origin: RequestOrigin,
): Promise<void> {
  await recordAudit(context.sql, origin, {
    action: 'login_failed',
    actor: user,
    traits: { provider: 'email', account: account.slice(0, 254) },
  });
}

/** A sign-up for an address that has an account already is answered as one for a new address. */
async function signedUpWith(
  context: AuthContext,
  user: UserRow | undefined,
  password: string,
  lanes: readonly Lane[],
): Promise<boolean> {
  const signUp = user && (await newestSignUp(context.sql, user.id));
  if (!signUp || signUp.created_at < (user.email_confirmed_at ?? 0)) return false;
  return (await context.hasher.verify({ password, hash: signUp.password_hash, lanes })).valid;
}

/** Whose company wants another way is told so, with an account or without: the address decides. */
async function refusal(context: AuthContext, account: string): Promise<AuthError> {
  const email = account.includes('@') ? account : null;
  const provider = await requiredProvider(context, context.sql, { id: undefined, email });
  return provider === undefined ? invalidCredentials() : providerRequired(context, provider);
}

function isBarred({ deleted_at, banned_until }: UserRow): boolean {
  return deleted_at !== null || (banned_until !== null && banned_until > new Date());
}

/** Told only to who knows the password. */
function unusable(user: UserRow, phone: string): AuthError {
  if (user.deleted_at) return invalidCredentials();
  return isBarred(user)
    ? new AuthError(400, 'user_banned', 'User is banned')
    : phone === ''
      ? new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
      : new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
}

function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}
