import type { z } from 'zod';
import type { ConnectionSecrets } from './connection-secrets.ts';

export type SystemName = 'quickbooks_online' | 'quickbooks_desktop' | 'adp' | 'paychex';

/** A connection of a company to one of its systems, as the project gives it out. */
export interface Connection {
  readonly id: string;
  readonly system: SystemName;
  readonly environment: 'production' | 'sandbox';
  readonly clientId: string | null;
  /** The company there, such as QuickBooks' realm. */
  readonly externalCompanyId: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Null: never. */
  readonly listsReadAt: Date | null;
}

/** What a system is asked with. */
export interface Session {
  readonly connection: Connection;
  readonly secrets: ConnectionSecrets;
  readonly signal: AbortSignal;
}

export interface Reference {
  readonly external_id: string;
  readonly name: string;
}

/** What is sent, the same for every system. Times never go along: only a day and how long. */
export interface ActivityContent {
  readonly work_date: string;
  readonly person: Reference & { readonly kind: string };
  readonly customer: Reference | null;
  readonly project: Reference | null;
  readonly item: Reference | null;
  readonly class: Reference | null;
  readonly payroll_item: Reference | null;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly billable: boolean;
  /** Ends with the marker, `[CL:xxxxxxxx]`. */
  readonly description: string;
}

export interface Activity {
  readonly id: string;
  readonly action: 'create' | 'update' | 'delete';
  /** Stored before anything is sent, and the same at every repetition. */
  readonly requestId: string;
  readonly externalId: string | null;
  readonly syncToken: string | null;
  /** This one included. */
  readonly attempt: number;
  readonly content: ActivityContent;
  /** What was sent last; null: nothing yet. */
  readonly sentContent: ActivityContent | null;
}

/** What became of an activity. `code` has its text on the screen, `detail` is what the system said. */
export type Outcome =
  | { readonly kind: 'sent'; readonly external_id: string; readonly sync_token: string | null }
  | { readonly kind: 'deleted' }
  | {
      readonly kind: 'conflict';
      readonly reason: 'edited' | 'billed' | 'gone';
      readonly theirs: Readonly<Record<string, unknown>> | null;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | { readonly kind: 'retry'; readonly after_seconds: number; readonly code: string };

export type RecordKind =
  | 'employee'
  | 'vendor'
  | 'customer'
  | 'project'
  | 'item'
  | 'class'
  | 'payroll_item'
  | 'earning'
  | 'department';

/** Somebody or something that exists there. */
export interface ReadRecord {
  readonly external_id: string;
  readonly name: string;
  /** The external id of what it belongs to. */
  readonly parent: string | null;
  readonly email: string | null;
  readonly active: boolean;
}

export interface ReadList {
  readonly kind: RecordKind;
  readonly rows: readonly ReadRecord[];
  /** All there are: what is not among them is gone. */
  readonly complete: boolean;
}

/** The company there, as a test call finds it. */
export interface CompanyFacts {
  readonly company_name: string;
  readonly external_company_id: string | null;
}

/** For systems whose owner signs in there, in a browser. */
export interface SignIn {
  /** Null: it may; otherwise why this address cannot be come back to. */
  refusalOf(connection: Connection, redirectUri: string): string | null;
  /** Where to send the browser. */
  visitUrl(session: Session, visit: { state: string; redirectUri: string }): URL;
  /** Exchanges what came back and stores the tokens. Answers which company it was. */
  complete(
    session: Session,
    visit: { state: string; redirectUri: string; answer: Readonly<Record<string, string>> },
  ): Promise<{ readonly external_company_id: string | null }>;
}

/** One file for each system; everything else is common to them. */
export interface System {
  /** What an owner pastes, checked before it is sealed; nobody gets it back. */
  readonly entered: z.ZodType<Readonly<Record<string, string>>>;
  readonly signIn?: SignIn;
  /** The test call. */
  test(session: Session): Promise<CompanyFacts>;
  readLists(session: Session): AsyncIterable<ReadList>;
  send(session: Session, activity: Activity): Promise<Outcome>;
  /** Takes back what the system granted, before the secrets are deleted. */
  revoke?(session: Session): Promise<void>;
}
