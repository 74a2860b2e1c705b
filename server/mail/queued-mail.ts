import type { Queryable } from '../database/sql/sql.ts';

export interface QueuedMail {
  readonly id: string;
  readonly to: string;
  readonly template: string;
  readonly language: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Kind of link to make, see MailLinks. */
  readonly link: string | null;
  /** What its file is made from, see attachments.ts. */
  readonly attachment: AttachmentRequest | null;
  /** This one included. */
  readonly attempts: number;
}

/** `user_id` is whose rights the file is made with, `claims` what else their token would say; the rest is the renderer's. */
export type AttachmentRequest = Readonly<Record<string, unknown>> & {
  readonly user_id: string;
  readonly claims?: Readonly<Record<string, unknown>>;
};

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export interface MailLink {
  readonly actionLink: string;
  readonly code: string;
  /** How long it works, where that is limited. */
  readonly validSeconds?: number;
}

/** Makes the link of a mail, or says that the mail has no point any more. */
export type MailLinks = (sql: Queryable, mail: QueuedMail) => Promise<MailLink | 'obsolete'>;
