import type { Queryable } from '../database/sql/sql.ts';

export interface QueuedMail {
  readonly id: string;
  readonly to: string;
  readonly template: string;
  readonly language: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Kind of link to make, see MailLinks. */
  readonly link: string | null;
  /** This one included. */
  readonly attempts: number;
}

export interface MailLink {
  readonly actionLink: string;
  readonly code: string;
  /** How long it works, where that is limited. */
  readonly validSeconds?: number;
}

/** Makes the link of a mail, or says that the mail has no point any more. */
export type MailLinks = (sql: Queryable, mail: QueuedMail) => Promise<MailLink | 'obsolete'>;
