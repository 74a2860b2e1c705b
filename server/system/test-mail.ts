import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createRateLimits } from '../auth/rate-limits.ts';
import type { Config } from '../config.ts';
import type { Sql } from '../database/sql/sql.ts';
import { concealSecrets } from '../http/conceal-secrets.ts';
import { HttpError } from '../http/http-error.ts';
import { renderMail } from '../mail/render-mail.ts';
import { type SmtpProblem, smtpProblemOf } from '../mail/smtp-problem.ts';
import { createTransport } from '../mail/transport.ts';

interface Sources {
  readonly config: Config;
  readonly sql: Sql;
  readonly siteUrl: string;
}

/** `sent` means that the mail server took it; whether it arrives only the reader can say. */
export type TestMailResult =
  | { readonly result: 'sent' | 'captured'; readonly to: string }
  | {
      readonly result: 'failed';
      readonly to: string;
      readonly problem: SmtpProblem;
      /** The mail server as SMTP_URL names it. */
      readonly server: string;
      /** What it answered, in its own words. */
      readonly answer: string;
    };

const LIMIT = { capacity: 5, perSeconds: 3_600 };
const MAX_ANSWER_LENGTH = 300;

interface Recipient {
  readonly email: string;
  readonly language: string;
}

/** To the account's own address, so many times in an hour. */
export async function sendTestMail(sources: Sources, userId: string): Promise<TestMailResult> {
  const recipient = await recipientOf(sources.sql, userId);
  await takeTurn(sources.sql, userId);
  return sendTestMailTo(sources, recipient);
}

/** Sends one mail at once, not through the queue: what happens is the result. */
export async function sendTestMailTo(
  { config, sql, siteUrl }: Sources,
  { email, language }: Recipient,
): Promise<TestMailResult> {
  const content = renderMail(path.join(config.supabaseDir, 'templates'), {
    template: 'system_test',
    language,
    values: { email },
    appName: /^"?([^"<]+)(?:"\s*)?</.exec(config.mailFrom)?.[1]?.trim() ?? new URL(siteUrl).host,
    siteUrl,
  });
  const transport = createTransport(config, sql);
  try {
    const mail = { id: randomUUID(), to: email };
    await transport.send(mail, content, undefined);
    return { result: config.smtpUrl === undefined ? 'captured' : 'sent', to: email };
  } catch (error) {
    return { result: 'failed', to: email, ...describe(config.smtpUrl, error) };
  } finally {
    transport.close();
  }
}

async function recipientOf(sql: Sql, userId: string): Promise<Recipient> {
  const [user] = await sql<{ email: string | null; language: string | null }[]>`
    select email, raw_user_meta_data ->> 'language' as language from auth.users where id = ${userId}`;
  if (user?.email) return { email: user.email, language: user.language ?? 'en' };
  throw new HttpError(409, { code: 'no_email', message: 'This account has no e-mail address.' });
}

async function takeTurn(sql: Sql, userId: string): Promise<void> {
  const seconds = await createRateLimits(sql).tryTake([{ key: `test_mail:${userId}`, ...LIMIT }]);
  if (seconds === 0) return;
  const wait = Math.max(1, Math.ceil(seconds));
  const body = { code: 'over_email_send_rate_limit', message: `Try again in ${wait} seconds.` };
  throw new HttpError(429, body, { headers: { 'retry-after': String(wait) } });
}

function describe(smtpUrl: string | undefined, error: unknown) {
  const { message, response } = error as { message?: string; response?: string };
  const said = response ?? message ?? String(error);
  return {
    problem: smtpProblemOf(error),
    server: smtpUrl === undefined ? '' : new URL(smtpUrl).host,
    answer: concealSecrets(said).slice(0, MAX_ANSWER_LENGTH),
  };
}
