import type { z } from 'zod';
import type { ConnectionSecrets, Secrets } from './connection-secrets.ts';

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
  /** What the system remembers from one round to the next. */
  readonly cursor: Readonly<Record<string, unknown>>;
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
  readonly department?: Reference | null;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly billable: boolean;
  /** Ends with the marker, `[CL:xxxxxxxx]`. */
  readonly description: string;
}

interface ActivityRequest {
  readonly id: string;
  /** Stored before anything is sent, and the same at every repetition. */
  readonly requestId: string;
  readonly externalId: string | null;
  readonly syncToken: string | null;
  /** This one included. */
  readonly attempt: number;
  /** What was sent last; null: nothing yet. */
  readonly sentContent: ActivityContent | null;
  /** The same, entered there by hand, is a conflict; false: somebody decided to send it beside that. */
  readonly mayExist: boolean;
}

export interface WrittenActivity extends ActivityRequest {
  readonly action: 'create' | 'update';
  readonly content: ActivityContent;
}

export interface DeletedActivity extends ActivityRequest {
  readonly action: 'delete';
  readonly content: null;
}

export type Activity = WrittenActivity | DeletedActivity;

/** What became of an activity. `code` has its text on the screen, `detail` is what the system said. */
export type Outcome =
  | { readonly kind: 'sent'; readonly external_id: string; readonly sync_token: string | null }
  | { readonly kind: 'deleted' }
  | {
      readonly kind: 'conflict';
      /** `exists`: the same was entered there by hand. */
      readonly reason: 'edited' | 'billed' | 'gone' | 'exists';
      readonly theirs: Theirs | null;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | {
      readonly kind: 'retry';
      readonly after_seconds: number;
      readonly code: string;
      readonly detail?: string;
    };

/** What is there, in our words. */
export interface Theirs {
  readonly external_id: string;
  readonly sync_token: string | null;
  readonly content: Omit<ActivityContent, 'seconds'>;
}

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
  /** Such as a payroll number. */
  readonly number?: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface ReadList {
  readonly kind: RecordKind;
  readonly rows: readonly ReadRecord[];
  /** All there are: what is not among them is gone. */
  readonly complete: boolean;
}

/** What the connection's cursor is from now on. */
export interface Remembered {
  readonly cursor: Connection['cursor'];
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
  /** Exchanges what came back for tokens; which company it was. */
  complete(
    session: Session,
    visit: { state: string; redirectUri: string; answer: Readonly<Record<string, string>> },
  ): Promise<{ readonly externalCompanyId: string; readonly secrets: Secrets }>;
}

/** One file for each system; everything else is common to them. */
export interface System {
  /** What an owner pastes, checked before it is sealed; nobody gets it back. */
  readonly entered: z.ZodType<Readonly<Record<string, string>>>;
  readonly signIn?: SignIn;
  /** The test call. */
  test(session: Session): Promise<CompanyFacts>;
  readLists(session: Session): AsyncIterable<ReadList | Remembered>;
  send(session: Session, activity: Activity): Promise<Outcome>;
  /** Takes back what the system granted, before the secrets are deleted. */
  revoke?(session: Session): Promise<void>;
}
