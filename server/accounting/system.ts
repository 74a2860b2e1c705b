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
  /** The last day, where it is the time of a pay period: that of ADP and Paychex. */
  readonly period_end?: string;
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
  /** Of an hour, where it is billable and the system wants to know. */
  readonly rate?: number;
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
  /** It was given out before and nothing was noted since: it may have arrived there. */
  readonly isUnanswered: boolean;
  /** The same, entered there by hand, is a conflict; false: somebody decided to send it beside that. */
  readonly mayExist: boolean;
}

export interface WrittenActivity extends ActivityRequest {
  readonly action: 'create' | 'update';
  readonly content: ActivityContent;
  /** What was sent last; null: nothing yet. */
  readonly sentContent: ActivityContent | null;
}

export interface DeletedActivity extends ActivityRequest {
  readonly action: 'delete';
  readonly content: null;
  readonly sentContent: ActivityContent;
}

export type Activity = WrittenActivity | DeletedActivity;

/** What it is about: what is deleted has only what was sent. */
export function contentOf(activity: Activity): ActivityContent {
  return activity.action === 'delete' ? activity.sentContent : activity.content;
}

/** What became of an activity. `code` has its text on the screen, `detail` is what the system said. */
export type Outcome =
  | { readonly kind: 'sent'; readonly external_id: string; readonly sync_token: string | null }
  | { readonly kind: 'deleted' }
  | {
      readonly kind: 'conflict';
      /**
       * exists: the same was entered there by hand; unsure: no answer came and it cannot be looked up; by_hand: only
       * a person can change it there.
       */
      readonly reason: 'edited' | 'billed' | 'gone' | 'exists' | 'unsure' | 'by_hand';
      readonly theirs: Theirs | Readonly<Record<string, unknown>> | null;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | {
      readonly kind: 'retry';
      readonly after_seconds: number;
      readonly code: string;
      readonly detail?: string;
      /** False: it is known that nothing arrived there. */
      readonly arrived?: false;
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
  /** What people there call it by, such as an employee number. */
  readonly number?: string | null;
  readonly active: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface ReadList {
  readonly kind: RecordKind;
  readonly rows: readonly ReadRecord[];
  /** All there are: what is not among them is gone. */
  readonly complete: boolean;
  /** Ids of those that were noted before, where a list comes in parts. */
  readonly alsoThere?: readonly string[];
}

/** An activity that somebody, or we, wrote since the lists were read last. */
export interface TouchedActivity {
  readonly externalId: string;
  /** Beside what we sent, if it is ours at all; null: nothing that anybody has to decide. */
  conflictWith(sent: ActivityContent): Extract<Outcome, { kind: 'conflict' }> | null;
}

export interface ReadTouched {
  readonly touched: readonly TouchedActivity[];
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
  refusalOf(environment: Connection['environment'], redirectUri: string): string | null;
  /** Where to send the browser. */
  visitUrl(session: Session, visit: { state: string; redirectUri: string }): URL;
  /** Exchanges what came back for tokens; which company it was. */
  complete(
    session: Session,
    visit: { state: string; redirectUri: string; answer: Readonly<Record<string, string>> },
  ): Promise<{ readonly externalCompanyId: string; readonly secrets: Secrets }>;
}

/** What became of one of several that were sent together. */
export type Noted = (activity: Activity, outcome: Outcome) => Promise<void>;

/** Which payroll results are asked for. */
export interface JournalQuestion {
  /** Ids there of the people that are matched. */
  readonly people: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** What was paid to a person for a period, as the project's import of payroll journals takes it. */
export interface JournalRow {
  readonly person_id: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly gross_all: string;
  readonly net: string;
  readonly paid_on?: string;
  readonly check_number?: string;
  readonly federal_tax?: string;
  readonly state_tax?: string;
  readonly fica?: string;
  readonly medicare?: string;
  readonly sdi?: string;
  readonly other?: readonly { readonly name: string; readonly amount: string }[];
}

/** One at a time, or those of a pay period together. */
type Sending =
  | { send(session: Session, activity: Activity): Promise<Outcome> }
  | { sendAll(session: Session, activities: readonly Activity[], noted: Noted): Promise<void> };

/** One file for each system; everything else is common to them. */
export type System = Sending & {
  /** What an owner pastes, checked before it is sealed; nobody gets it back. */
  readonly entered: z.ZodType<Readonly<Record<string, string>>>;
  readonly signIn?: SignIn;
  /** The test call. */
  test(session: Session): Promise<CompanyFacts>;
  readLists(session: Session): AsyncIterable<ReadList | ReadTouched | Remembered>;
  /** What was paid there. */
  readJournal?(session: Session, question: JournalQuestion): Promise<readonly JournalRow[]>;
  /** Takes back what the system granted, before the secrets are deleted. */
  revoke?(session: Session): Promise<void>;
};
