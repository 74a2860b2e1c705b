import type { Lease } from '../accounting-store.ts';
import type { ListName, Reading, Step } from './step.ts';

/** What the Web Connector does between authenticate and closeConnection, the same for every server. */
export interface SessionState {
  /** Still to be read. */
  readonly lists: readonly Reading[];
  /** The next message. */
  readonly ready: readonly Step[];
  /** Handed out and not answered yet. */
  readonly pending: readonly Step[];
  /** Lists and activities that are finished, for the progress bar. */
  readonly done: number;
  /** Compared with the company file once, at the first call. */
  readonly isCompanyChecked: boolean;
  /** Of the list that is being read in parts: whose ids came, and which of its lists are through. */
  readonly seen: SeenRecords;
  /** For getLastError. */
  readonly error: string | null;
}

export interface SeenRecords {
  readonly ids: readonly string[];
  readonly lists: readonly ListName[];
  /** So many came that their ids are not remembered: what is gone stays listed. */
  readonly isTooLong?: boolean;
}

export const NOTHING_SEEN: SeenRecords = { ids: [], lists: [] };

export interface DesktopSession {
  readonly ticket: string;
  readonly lease: Lease;
  /** The company file that this connection belongs to; null before the first session. */
  readonly companyName: string | null;
  /** What our `.qwc` file marks company files with. */
  readonly fileId: string;
  /** The mark that was found in the company file; null before it was. */
  readonly companyFile: string | null;
  /** When time that is there was last looked over; null: not yet. */
  readonly changesFrom: string | null;
  readonly version: number;
  readonly state: SessionState;
}

export function firstState(lists: readonly Reading[]): SessionState {
  return {
    lists,
    ready: [],
    pending: [],
    done: 0,
    isCompanyChecked: false,
    seen: NOTHING_SEEN,
    error: null,
  };
}

/**
 * The Web Connector asks again without having answered: whether QuickBooks did it is not known, so
 * everything that writes is looked for first, and a list is begun anew: its next part may be lost.
 */
export function inDoubt(step: Step): Step {
  if (step.kind === 'touched') return step;
  return step.kind === 'list'
    ? { kind: 'list', list: step.list }
    : { kind: 'find', activity: step.activity, count: 1 };
}

/** 100 ends the session, so there is less as long as anything is left. */
export function percentDone(done: number, left: number): number {
  if (left === 0) return 100;
  return Math.min(99, Math.max(1, Math.floor((100 * done) / (done + left))));
}
