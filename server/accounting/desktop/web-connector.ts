import type { Logger } from '../../http/log.ts';
import { type AccountingStore, LeaseEndedError } from '../accounting-store.ts';
import { noteTouched } from '../note-touched.ts';
import { applyAnswers, type Problem } from './apply-answers.ts';
import {
  type DesktopSession,
  firstState,
  inDoubt,
  NOTHING_SEEN,
  percentDone,
  type SessionState,
} from './desktop-session.ts';
import { readAnswers, readCompanyFile } from './read-qbxml.ts';
import type { SessionStore } from './session-store.ts';
import type { SoapCall } from './soap.ts';
import { connectionErrorCode } from './status-codes.ts';
import { firstStep, LISTS, type Reading, type Step } from './step.ts';
import { writeQbxml } from './write-qbxml.ts';
import { XmlError } from './xml-reader.ts';

interface Dependencies {
  readonly store: AccountingStore;
  readonly sessions: SessionStore;
  readonly log: Logger;
  readonly version: string;
}

type Arguments = SoapCall['args'];
type Changed = Partial<SessionState>;

/** Few enough that QuickBooks is done with a message long before a lease ends. */
const BATCH_SIZE = 20;
/** Between two calls of the Web Connector. */
const IDLE_SECONDS = 120;
/** While QuickBooks may still be at it: a second session would not see yet what is being written. */
const WRITING_SECONDS = 10 * 60;
const FAILED = -1;
const DAY_MS = 24 * 3_600_000;
const NO_FILE = { name: '', fileId: null };
const SESSION_OVER = 'This session is over. The next update goes on where it ended.';

/** The eight calls of the QuickBooks Web Connector. Nothing is remembered here between two of them. */
export class WebConnector {
  readonly #store: AccountingStore;
  readonly #sessions: SessionStore;
  readonly #log: Logger;
  readonly #version: string;

  constructor({ store, sessions, log, version }: Dependencies) {
    this.#store = store;
    this.#sessions = sessions;
    this.#log = log;
    this.#version = version;
  }

  async answer({ name, args }: SoapCall): Promise<string | number | readonly string[]> {
    switch (name) {
      case 'serverVersion':
        return this.#version;
      case 'clientVersion':
        // Empty: every version of the Web Connector will do.
        return '';
      case 'authenticate':
        return this.#authenticate(args);
      case 'sendRequestXML':
        return this.#sendRequest(args);
      case 'receiveResponseXML':
        return this.#receiveResponse(args);
      case 'connectionError':
        return this.#connectionError(args);
      case 'getLastError':
        return (await this.#session(args))?.state.error ?? SESSION_OVER;
      case 'closeConnection':
        await this.#sessions.close(args['ticket'] ?? '');
        return 'OK';
    }
  }

  /** [ticket, company file]: `nvu` is not a valid user, `none` nothing to do, empty the file that is open. */
  async #authenticate({ strUserName = '', strPassword = '' }: Arguments): Promise<string[]> {
    const opened = await this.#sessions.open(strUserName, strPassword);
    if (opened.answer === 'unknown') return ['', 'nvu'];
    if (opened.answer === 'none') return [opened.ticket, 'none'];
    const session = await this.#sessions.read(opened.ticket);
    if (!session) return [opened.ticket, 'none'];
    const state = firstState(opened.read_lists ? readingsOf(session) : []);
    const ready = await this.#prepare(session, state);
    await this.#save(session, { ...state, ready });
    if (ready.length > 0) return [opened.ticket, ''];
    await this.#sessions.close(opened.ticket);
    return [opened.ticket, 'none'];
  }

  async #sendRequest(args: Arguments): Promise<string> {
    const session = await this.#session(args);
    if (!session) return '';
    const { state } = session;
    const problem = await this.#checkCompany(session, args['strHCPResponse'] ?? '');
    if (problem) {
      await this.#fail(session, problem);
      return '';
    }
    const steps = state.pending.length > 0 ? state.pending.map(inDoubt) : state.ready;
    const handedOut = {
      ...state,
      pending: steps,
      ready: [],
      isCompanyChecked: true,
      error: null,
      ...(state.pending.length > 0 && { seen: NOTHING_SEEN }),
    };
    const isStored = await this.#save(session, handedOut, WRITING_SECONDS);
    // Two calls at once: the other one has handed this message out.
    return isStored !== null && steps.length > 0 ? writeQbxml(steps) : '';
  }

  /** Answers the percentage that is done; a negative number makes the Web Connector ask for the reason. */
  async #receiveResponse(args: Arguments): Promise<number> {
    const { response = '', hresult = '', message = '' } = args;
    const session = await this.#session(args);
    if (!session) return FAILED;
    try {
      if (hresult.trim() !== '') return await this.#noteFailure(session, hresult, message);
      return await this.#applyResponse(session, response);
    } catch (error) {
      if (error instanceof LeaseEndedError) return FAILED;
      if (!(error instanceof XmlError)) throw error;
      return this.#fail(session, { code: 'unreadable_answer', detail: error.message });
    }
  }

  async #applyResponse(session: DesktopSession, response: string): Promise<number> {
    const { state, lease } = session;
    const applied = applyAnswers(state.pending, readAnswers(response), state.seen);
    for (const list of applied.lists) await this.#store.noteRecords(lease, list);
    await noteTouched(this.#store, lease, applied.touched);
    for (const { activity, outcome } of applied.outcomes) {
      await this.#store.note(lease, activity, outcome);
    }
    const more = applied.next.flatMap((step) => (step.kind === 'list' ? [step.list] : []));
    const asked = state.pending.flatMap((step): Reading[] => {
      if (step.kind === 'touched') return step.how === 'changed' ? ['touched'] : [];
      return step.kind === 'list' && !more.includes(step.list) ? [step.list] : [];
    });
    const lists = state.lists.filter((list) => !asked.includes(list));
    if (asked.length > 0 && lists.length === 0 && !applied.problem) {
      const changesFrom = new Date().toISOString();
      const cursor = cursorOf({ ...session, changesFrom });
      await this.#store.noteConnection(lease, { lists_read: true, cursor });
    }
    const done = state.done + asked.length + applied.outcomes.length;
    const { next, seen } = applied;
    const after: SessionState = { ...state, pending: [], ready: next, lists, seen, done };
    if (applied.problem) return this.#fail(session, applied.problem, after);
    const ready = await this.#prepare(session, after);
    if (ready.length === 0) await this.#store.noteConnection(lease, { problem: null });
    const waiting = await this.#save(session, { ...after, ready });
    const left = ready.length === 0 ? 0 : Math.max(ready.length, waiting ?? 0) + lists.length;
    return percentDone(done, left);
  }

  /** What is sent next: lists first, then what was read and decided, then what is new. */
  async #prepare({ lease, changesFrom }: DesktopSession, state: SessionState) {
    if (state.ready.length > 0) return state.ready;
    const [list] = state.lists;
    if (list === 'touched') return touchedSteps(changesFrom);
    if (list !== undefined) {
      const together = list === 'Vendor' ? (['Vendor', 'OtherName'] as const) : [list];
      return together.map((each): Step => ({ kind: 'list', list: each }));
    }
    const activities = await this.#store.take(lease, BATCH_SIZE);
    return activities.map(firstStep);
  }

  /**
   * QuickBooks has another company open, or this is the first time and it is noted. Two files may have one name, and
   * one may be renamed: the mark that the Web Connector put into it counts as well.
   */
  async #checkCompany(session: DesktopSession, response: string): Promise<Problem | null> {
    const { lease, companyName, companyFile, state } = session;
    if (state.isCompanyChecked) return null;
    const { name, fileId } = response === '' ? NO_FILE : readCompanyFile(response);
    if (name === '') return { code: 'no_company_file', detail: '' };
    const isNamed = companyName === null || companyName === name;
    const isMarked = companyFile === null ? [null, session.fileId] : [companyFile];
    const known = cursorOf(session);
    if (!isNamed || !isMarked.includes(fileId)) {
      // What an owner accepts is the file that was found.
      const cursor = { ...known, ...(fileId !== null && { found_file: fileId }) };
      await this.#store.noteConnection(lease, { cursor });
      return { code: isNamed ? 'wrong_file' : 'wrong_company', detail: name };
    }
    await this.#store.noteConnection(lease, {
      company_name: name,
      external_company_id: name,
      problem: null,
      cursor: { ...known, ...(fileId !== null && { company_file: fileId }) },
    });
    return null;
  }

  async #noteFailure(session: DesktopSession, hresult: string, message: string): Promise<number> {
    const { state, lease } = session;
    const code = connectionErrorCode(hresult);
    const detail = `${hresult} ${message}`.trim().slice(0, 500);
    if (code === 'unreadable') {
      // A version of QuickBooks that does not know the question: time goes all the same.
      if (state.pending.some(({ kind }) => kind === 'touched')) {
        await this.#store.noteConnection(lease, { lists_read: true });
      }
      // Nothing of this message was done. Each is listed, so that one bad text stops no other for ever.
      for (const step of state.pending) {
        if (!('activity' in step)) continue;
        await this.#store.note(lease, step.activity, { kind: 'refused', code, detail });
      }
    }
    return this.#fail(session, { code, detail });
  }

  async #connectionError(args: Arguments): Promise<string> {
    const { hresult = '', message = '' } = args;
    const session = await this.#session(args);
    if (session) {
      const code = connectionErrorCode(hresult);
      await this.#fail(session, { code, detail: `${hresult} ${message}`.trim().slice(0, 500) });
    }
    return 'done';
  }

  async #session({ ticket = '' }: Arguments): Promise<DesktopSession | undefined> {
    return this.#sessions.read(ticket);
  }

  async #save(session: DesktopSession, state: SessionState, holdSeconds = IDLE_SECONDS) {
    return this.#sessions.store(session, state, holdSeconds);
  }

  /** Ends the session with a reason that the screen and the Web Connector show. */
  async #fail(
    session: DesktopSession,
    { code, detail }: Problem,
    changed: Changed = {},
  ): Promise<typeof FAILED> {
    const { lease, state } = session;
    this.#log.warn({ connectionId: lease.id, code }, 'QuickBooks Desktop: the session ended');
    await this.#store.noteConnection(lease, {
      problem: `desktop_${code}`,
      problem_detail: detail,
    });
    const error = detail === '' ? code : `${code}: ${detail}`;
    await this.#save(session, { ...state, ...changed, error });
    return FAILED;
  }
}

/** Time there is looked over once it was there to be looked over. */
function readingsOf({ changesFrom }: DesktopSession): readonly Reading[] {
  return changesFrom === null ? LISTS : [...LISTS, 'touched'];
}

/** The clock of the computer with QuickBooks is another one: a day more than needed. */
function touchedSteps(changesFrom: string | null): readonly Step[] {
  const since = new Date(Date.parse(changesFrom ?? '') - DAY_MS).toISOString().slice(0, 10);
  return [
    { kind: 'touched', how: 'changed', since },
    { kind: 'touched', how: 'deleted', since },
  ];
}

/** What is remembered from one session to the next. */
function cursorOf({ companyFile, changesFrom }: DesktopSession): Record<string, string> {
  return {
    ...(companyFile !== null && { company_file: companyFile }),
    ...(changesFrom !== null && { changes_from: changesFrom }),
  };
}
