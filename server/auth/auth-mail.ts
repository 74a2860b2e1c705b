import type { Queryable } from '../database/sql/sql.ts';
import type { QueuedMail } from '../mail/queued-mail.ts';
import type { AuthContext } from './auth-context.ts';
import { addressKey, languageOf, type RequestOrigin } from './http/request-origin.ts';
import type { RateLimit } from './rate-limits.ts';
import type { UserRow } from './users/user-row.ts';

type AuthMailKind =
  | 'signup'
  | 'account_exists'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'password_changed';

/** Mails that open nothing: whoever reads them needs the password all the same. */
const WITHOUT_KEY: ReadonlySet<AuthMailKind> = new Set(['account_exists', 'password_changed']);

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
  const link = WITHOUT_KEY.has(mail.kind) ? null : mail.kind;
  await sql`
    insert into mail.outbox (to_address, template, language, data, link)
    values (${mail.to}, ${`auth_${mail.kind}`}, ${language}, ${sql.json(data as never)}, ${link})`;
}

/** Somebody signed up with the address of an account: a confirmation would never come. */
export async function enqueueAccountExists(
  sql: Queryable,
  origin: RequestOrigin,
  { user, signInUrl }: { user: UserRow; signInUrl: string },
): Promise<void> {
  await enqueueAuthMail(sql, origin, {
    kind: 'account_exists',
    to: String(user.email),
    user,
    data: { action_link: signInUrl },
  });
}

/** Who asked for a mail, and whom it would go to. */
interface MailRequest {
  readonly kind: string;
  readonly address: string;
  readonly origin: RequestOrigin;
  /** Of an email change, which is limited by account as well as by recipient. */
  readonly account?: string;
}

type Limited = Pick<AuthContext, 'limits' | 'settings'>;

/**
 * One mail per address and kind in a minute; where mail is really sent, also so many an hour to one
 * address and for one sender. Taken whether or not the address has an account, so the limit does not
 * tell; what is sent is counted when it is sent.
 */
export async function takeMailLimit(context: Limited, request: MailRequest): Promise<void> {
  const wanted = limitsOf(context, request);
  if (wanted.length > 0) await context.limits.take(wanted, 'over_email_send_rate_limit');
}

/**
 * The same for a mail to an address nobody has proved to own. Those have a share of the hour, so that
 * no stranger keeps the people with accounts from a new password.
 */
export async function takeStrangersMailLimit(
  context: Limited,
  request: MailRequest,
): Promise<void> {
  const { mailsPerHour } = context.settings;
  const shared = mailsPerHour === undefined ? [] : sharesOf('strangers', mailsPerHour);
  const wanted = [...limitsOf(context, request), ...shared];
  if (wanted.length > 0) await context.limits.take(wanted, 'over_email_send_rate_limit');
}

function limitsOf(
  { settings: { mailIntervalSeconds, mailsPerHour } }: Limited,
  { kind, address, origin, account }: MailRequest,
): RateLimit[] {
  const recipients = account === undefined ? [address] : [address, account];
  const intervals = recipients.map((recipient) => ({
    key: mailLimitKey(kind, recipient),
    capacity: 1,
    perSeconds: mailIntervalSeconds,
  }));
  return [
    ...(mailIntervalSeconds > 0 ? intervals : []),
    ...(mailsPerHour === undefined
      ? []
      : [
          hourly(`to:${address}`, MAX_HOURLY_TO_ONE_ADDRESS),
          hourly(`sender:${addressKey(origin.address)}`, sendersShare(mailsPerHour)),
        ]),
  ];
}

/**
 * How many seconds a mail has to stay in the queue. Invitations are written by functions of the project,
 * hundreds at once; they count with all others, and leave half of the hour to those who ask for a mail.
 * What people with an account asked for waits as well instead of being refused: a refusal would tell.
 */
export async function queueSeconds(
  { limits, settings: { mailsPerHour } }: Limited,
  { template, link }: Pick<QueuedMail, 'template' | 'link'>,
): Promise<number> {
  if (mailsPerHour === undefined) return 0;
  if (QUEUED_TEMPLATES.has(template)) return limits.tryTake([hourly('total', mailsPerHour)]);
  // One made with the secret key is the operator's own.
  if (link !== 'invite' || template === 'auth_invite') return 0;
  return limits.tryTake(sharesOf('invitations', mailsPerHour));
}

const QUEUED_TEMPLATES: ReadonlySet<string> = new Set(['auth_recovery', 'auth_reauthentication']);
const MAX_HOURLY_TO_ONE_ADDRESS = 10;
/** What one network may ask for of the mails of an hour; a site office has one for everybody. */
const SENDERS_SHARE = 0.2;
const MIN_OF_ONE_SENDER = 10;
/** What invitations may have, and what strangers may have. */
const SHARE_OF_EACH = 0.5;
/** What both may have together; the rest is kept for people with an account. */
const SHARE_OF_BOTH = 0.75;

const share = (mailsPerHour: number, part: number) => Math.max(1, Math.floor(mailsPerHour * part));

const sendersShare = (mailsPerHour: number) =>
  Math.max(MIN_OF_ONE_SENDER, share(mailsPerHour, SENDERS_SHARE));

function sharesOf(name: 'strangers' | 'invitations', mailsPerHour: number): RateLimit[] {
  return [
    hourly('total', mailsPerHour),
    hourly('unreserved', share(mailsPerHour, SHARE_OF_BOTH)),
    hourly(name, share(mailsPerHour, SHARE_OF_EACH)),
  ];
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
  const keys = [...kinds.map((kind) => mailLimitKey(kind, address)), `mail:to:${address}`];
  await sql`delete from auth.rate_limits where key = any(${keys}::text[])`;
}

function mailLimitKey(kind: string, address: string): string {
  return `mail:${kind}:${address}`;
}
