import type {
  Activity,
  Outcome,
  ReadList,
  ReadRecord,
  RecordKind,
  TouchedActivity,
} from '../system.ts';
import { decide, deletedThere, sent, touchedBy } from './compare-time.ts';
import { NOTHING_SEEN, type SeenRecords } from './desktop-session.ts';
import { readTime, type StepAnswer } from './read-qbxml.ts';
import { isMissing, refusalOf } from './status-codes.ts';
import { LISTS, type ListName, type Step } from './step.ts';
import { textAt, type XmlElement } from './xml-reader.ts';

/** A reason that holds for the whole connection; its text is on the screen. */
export interface Problem {
  readonly code: string;
  readonly detail: string;
}

export interface Applied {
  readonly outcomes: readonly { readonly activity: Activity; readonly outcome: Outcome }[];
  readonly lists: readonly ReadList[];
  readonly touched: readonly TouchedActivity[];
  /** For the next part of a list. */
  readonly seen: SeenRecords;
  /** The next message. */
  readonly next: readonly Step[];
  readonly problem: Problem | null;
}

const KINDS: Readonly<Record<ListName, RecordKind>> = {
  Employee: 'employee',
  Vendor: 'vendor',
  OtherName: 'vendor',
  Customer: 'customer',
  ItemService: 'item',
  Class: 'class',
  PayrollItemWage: 'payroll_item',
};
/** A session is one row of the database. */
const MAX_SEEN = 30_000;
const MAX_READS = 3;
const STALE_EDIT_SEQUENCE = 3200;
const RETRY_SECONDS = 300;

/** What the answers to a message mean. What has no answer is left as it was: in doubt. */
export function applyAnswers(
  steps: readonly Step[],
  answers: readonly StepAnswer[],
  before: SeenRecords = NOTHING_SEEN,
): Applied {
  const outcomes: { activity: Activity; outcome: Outcome }[] = [];
  const next: Step[] = [];
  const read: ReadPart[] = [];
  const touched: TouchedActivity[] = [];
  let problem: Problem | null = null;
  for (const answer of answers) {
    const step = steps[answer.number - 1];
    if (!step) continue;
    if (step.kind === 'list') {
      const refusal = answer.code === 0 || answer.code === 1 ? undefined : refusalOf(answer);
      // Switched off there (classes, payroll): there are none.
      const isRead = !refusal || refusal.code === 'feature_off';
      const { iterator } = answer;
      if (isRead) {
        const rows = answer.records.map(readRecord);
        read.push({ list: step.list, rows, isLast: iterator === null });
        if (iterator !== null) next.push({ kind: 'list', list: step.list, iterator });
      } else if (refusal.scope === 'connection') problem = refusal;
      continue;
    }
    if (step.kind === 'touched') {
      touched.push(
        ...answer.records.map((record) =>
          step.how === 'changed'
            ? touchedBy(readTime(record))
            : deletedThere(textAt(record, 'TxnID')),
        ),
      );
      continue;
    }
    const result = applyStep(step, answer);
    if ('next' in result) next.push(result.next);
    else outcomes.push({ activity: step.activity, outcome: result.outcome });
    if ('problem' in result && result.problem) problem = result.problem;
  }
  const ids = [...before.ids, ...read.flatMap(({ rows }) => rows.map((row) => row.external_id))];
  const isTooLong = before.isTooLong === true || ids.length > MAX_SEEN;
  const seen = {
    ids: isTooLong ? [] : ids,
    isTooLong,
    lists: [...before.lists, ...read.flatMap(({ list, isLast }) => (isLast ? [list] : []))],
  };
  const hasMore = next.some(({ kind }) => kind === 'list');
  return {
    outcomes,
    lists: byKind(read, before, isTooLong ? [] : seen.lists),
    touched,
    seen: hasMore ? seen : NOTHING_SEEN,
    next,
    problem,
  };
}

interface ReadPart {
  readonly list: ListName;
  readonly rows: readonly ReadRecord[];
  readonly isLast: boolean;
}

type StepResult =
  | { readonly next: Step }
  | { readonly outcome: Outcome; readonly problem?: Problem | undefined };

function applyStep(
  step: Exclude<Step, { kind: 'list' | 'touched' }>,
  answer: StepAnswer,
): StepResult {
  const { activity } = step;
  const record = answer.records[0];
  if (step.kind === 'find' && (answer.code === 0 || isMissing(answer.code))) {
    return decide(activity, answer.records.map(readTime), step.count);
  }
  if (step.kind === 'remove' && (answer.code === 0 || isMissing(answer.code))) {
    return { outcome: { kind: 'deleted' } };
  }
  // Saved with a warning is saved.
  if ((step.kind === 'add' || step.kind === 'change') && record) {
    return { outcome: sent(readTime(record)) };
  }
  // Somebody was quicker, or deleted it: it is read again, and decided by what is there now.
  const isOutdated = answer.code === STALE_EDIT_SEQUENCE || isMissing(answer.code);
  if (step.kind === 'change' && isOutdated && step.count < MAX_READS) {
    return { next: { kind: 'find', activity, count: step.count + 1 } };
  }
  return refuse(answer);
}

function refuse(answer: StepAnswer): StepResult {
  const refusal = refusalOf(answer);
  const { scope, code, detail } = refusal;
  if (scope === 'activity') return { outcome: { kind: 'refused', code, detail } };
  const outcome: Outcome = { kind: 'retry', after_seconds: RETRY_SECONDS, code };
  return scope === 'connection' ? { outcome, problem: refusal } : { outcome };
}

function readRecord(record: XmlElement): ReadRecord {
  return {
    external_id: textAt(record, 'ListID'),
    name: textAt(record, 'FullName') || textAt(record, 'Name'),
    parent: textAt(record, 'ParentRef', 'ListID') || null,
    email: textAt(record, 'Email') || null,
    active: textAt(record, 'IsActive') !== 'false',
  };
}

/** Vendors and other names are one list here: it is complete when both were read to their end. */
function byKind(
  read: readonly ReadPart[],
  before: SeenRecords,
  through: readonly ListName[],
): ReadList[] {
  return [...new Set(read.map(({ list }) => KINDS[list]))].map((kind) => ({
    kind,
    rows: read.filter(({ list }) => KINDS[list] === kind).flatMap(({ rows }) => rows),
    complete: LISTS.filter((list) => KINDS[list] === kind).every((list) => through.includes(list)),
    ...(before.ids.length > 0 && { alsoThere: before.ids }),
  }));
}
