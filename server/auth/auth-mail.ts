import type { Queryable } from '../database/sql/sql.ts';
import type { QueuedMail } from '../mail/queued-mail.ts';
import type { AuthContext } from './auth-context.ts';
import { languageOf, type RequestOrigin } from './http/request-origin.ts';
import type { RateLimit } from './rate-limits.ts';
import type { UserRow } from './users/user-row.ts';

type AuthMailKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'password_changed';

interface AuthMail {
  readonly kind: AuthMailKind;
  readonly to: string;
  readonly user: Pick<UserRow, 'id' | 'raw_user_meta_data'>;
  readonly redirectTo?: string;
  readonly flowStateId?: string | undefined;
  readonly signUpId?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Queues a mail within the caller's transaction; its link is made when it is sent. */
export async function enqueueAuthMail(
  sql: Queryable,
  origin: RequestOrigin,
  mail: AuthMail,
): Promise<void> {
  const language = languageOf(mail.user.raw_user_meta_data, origin.language);
  const data = {
    ...mail.data,
    user_id: mail.user.id,
    redirect_to: mail.redirectTo ?? null,
    flow_state_id: mail.flowStateId ?? null,
    sign_up_id: mail.signUpId ?? null,
  };
  const link = mail.kind === 'password_changed' ? null : mail.kind;
  await sql`
    insert into mail.outbox (to_address, template, language, data, link)
    values (${mail.to}, ${`auth_${mail.kind}`}, ${language}, ${sql.json(data as never)}, ${link})`;
}

/**
 * One mail per address and kind in a minute, and a total per hour where mail is really sent. Taken
 * whether or not the address has an account, so the limit does not tell.
 */
export async function takeMailLimit(
  { limits, settings }: Pick<AuthContext, 'limits' | 'settings'>,
  kind: string,
  address: string,
): Promise<void> {
  const wanted: RateLimit[] = [];
  if (settings.mailIntervalSeconds > 0) {
    wanted.push({
      key: mailLimitKey(kind, address),
      capacity: 1,
      perSeconds: settings.mailIntervalSeconds,
    });
  }
  if (settings.mailsPerHour !== undefined) wanted.push(hourly('total', settings.mailsPerHour));
  if (wanted.length > 0) await limits.take(wanted, 'over_email_send_rate_limit');
}

/**
 * How many seconds a mail has to stay in the queue. Invitations are written by functions of the project,
 * hundreds at once; they count with all others, and leave half of the hour to those who ask for a mail.
 */
export async function queueSeconds(
  { limits, settings: { mailsPerHour } }: Pick<AuthContext, 'limits' | 'settings'>,
  { template, link }: Pick<QueuedMail, 'template' | 'link'>,
): Promise<number> {
  // One made with the secret key is the operator's own.
  if (link !== 'invite' || template === 'auth_invite' || mailsPerHour === undefined) return 0;
  return limits.tryTake([
    hourly('total', mailsPerHour),
    hourly('invitations', Math.max(1, Math.floor(mailsPerHour / 2))),
  ]);
}

function hourly(name: string, capacity: number): RateLimit {
  return { key: `mail:${name}`, capacity, perSeconds: 3600 };
}

/** Who has followed the link of a mail may ask for another at once. */
export async function clearMailLimit(
  sql: Queryable,
  kinds: readonly string[],
  address: string,
): Promise<void> {
  const keys = kinds.map((kind) => mailLimitKey(kind, address));
  await sql`delete from auth.rate_limits where key = any(${keys}::text[])`;
}

function mailLimitKey(kind: string, address: string): string {
  return `mail:${kind}:${address}`;
}
