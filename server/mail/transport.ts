import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { Attachment, QueuedMail } from './queued-mail.ts';
import type { RenderedMail } from './render-mail.ts';

export interface MailTransport {
  /** How many mails it takes side by side. */
  readonly atOnce: number;
  send(
    mail: Pick<QueuedMail, 'id' | 'to'>,
    content: RenderedMail,
    file: Attachment | undefined,
  ): Promise<void>;
  close(): void;
}

const SMTP_CONNECTIONS = 4;

export function createTransport(config: Config, sql: Sql): MailTransport {
  return config.smtpUrl === undefined
    ? captureTransport(sql)
    : smtpTransport(config.smtpUrl, config.mailFrom);
}

/** Kept in the database, so that captured mail survives restarts and several servers share it. */
function captureTransport(sql: Sql): MailTransport {
  return {
    atOnce: 1,
    async send(mail, { subject, text, html, links }, file) {
      await sql`
        insert into mail.captured (id, to_address, subject, text_body, html_body, links,
          file_name, file_type, file_content)
        values (${mail.id}, ${mail.to}, ${subject}, ${text}, ${html}, ${sql.json([...links])},
          ${file?.name ?? null}, ${file?.type ?? null}, ${file ? Buffer.from(file.content) : null})
        on conflict (id) do nothing`;
    },
    close: () => undefined,
  };
}

function smtpTransport(url: string, from: string): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>\s@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    atOnce: SMTP_CONNECTIONS,
    async send(mail, { subject, text, html, unsubscribeUrl }, file) {
      await transporter.sendMail({
        from,
        // As an object: nothing in the address can be read as a second recipient.
        to: { name: '', address: mail.to },
        subject,
        text,
        html,
        ...(file && {
          attachments: [
            { filename: file.name, contentType: file.type, content: Buffer.from(file.content) },
          ],
        }),
        // The same for every try, so that a mail sent twice after a lost answer is shown once.
        messageId: `<${mail.id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== undefined && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
    close: () => transporter.close(),
  };
}
