import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import { concealSecrets } from '../http/conceal-secrets.ts';

const TIMEOUT_MS = 15_000;

/** Greets the mail server and signs in, so that a wrong SMTP_URL shows before the first mail waits. */
export async function checkMailServer({ smtpUrl }: Config): Promise<string | undefined> {
  if (smtpUrl === undefined) return undefined;
  const transporter = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transporter.verify();
    return undefined;
  } catch (error) {
    const { host } = new URL(smtpUrl);
    const reason = concealSecrets(error instanceof Error ? error.message : String(error));
    return `Mail cannot be sent through ${host} (${reason}). Check SMTP_URL. Until then mail waits, nothing is lost.`;
  } finally {
    transporter.close();
  }
}
