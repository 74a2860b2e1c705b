/** What is checked, in this order: the first problem is the one of the first check that has one. */
export const CHECKS = [
  'container',
  'files',
  'keys',
  'packet',
  'data',
  'roots',
  'events',
  'timesheets',
  'drawings',
  'photos',
  'given',
] as const;

export type CheckName = (typeof CHECKS)[number];

/** What an entry of the history is about, for whoever reads that it does not fit. */
export interface EventFacts {
  readonly entity: string;
  readonly action: string;
  readonly source: string;
  /** ISO 8601 */
  readonly recordedAt: string;
}

/** Where it is and what it is; docs/evidence.md explains each kind. */
export interface Place {
  readonly file?: string;
  /** Of an entry in the history, or of a root, timesheet or line in its file. */
  readonly position?: number;
  readonly expected?: string;
  readonly found?: string;
  readonly event?: EventFacts;
  /** When the root was made. */
  readonly at?: string;
}

export type ProblemKind =
  | 'unreadable'
  | 'container'
  | 'file_name'
  | 'file_twice'
  | 'manifest'
  | 'file_added'
  | 'file_missing'
  | 'file_changed'
  | 'checksum'
  | 'keys'
  | 'key_introduction'
  | 'key_other'
  | 'packet_signature'
  | 'data_signature'
  | 'data_part'
  | 'roots'
  | 'root_text'
  | 'root_company'
  | 'root_chain'
  | 'root_signature'
  | 'event_line'
  | 'event_order'
  | 'event_root'
  | 'event_company'
  | 'event_changed'
  | 'timesheets'
  | 'timesheet_signature'
  | 'drawing'
  | 'photo'
  | 'given_root';

export interface Problem extends Place {
  readonly check: CheckName;
  readonly kind: ProblemKind;
}

/** Ends a check: what comes after it in the same check cannot be judged. */
export class Mismatch extends Error {
  readonly kind: ProblemKind;
  readonly place: Place;

  constructor(kind: ProblemKind, place: Place = {}) {
    super(kind);
    this.kind = kind;
    this.place = place;
  }
}

export interface CheckCount {
  readonly check: CheckName;
  readonly fits: number;
  readonly failed: number;
  /** Not judged, because something else does not fit. */
  readonly open: number;
  readonly problem: Problem | null;
}

/** Counts what fits, and remembers the first thing that does not. */
export class Tally {
  readonly check: CheckName;
  fits = 0;
  failed = 0;
  open = 0;
  problem: Problem | null = null;

  constructor(check: CheckName) {
    this.check = check;
  }

  fail(kind: ProblemKind, place: Place = {}): void {
    this.failed += 1;
    this.problem ??= { check: this.check, kind, ...place };
  }

  /** Runs a check that may end with a mismatch; undefined then. */
  async run<T>(check: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      this.fail(error.kind, error.place);
      return undefined;
    }
  }

  count(): CheckCount {
    const { check, fits, failed, open, problem } = this;
    return { check, fits, failed, open, problem };
  }
}
