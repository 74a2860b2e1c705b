import type { Activity, ActivityContent, Outcome, TouchedActivity } from '../system.ts';
import type { StoredTime } from './read-qbxml.ts';
import type { Step } from './step.ts';
import { customerOf, isBillable, markerOf, notesOf } from './write-qbxml.ts';

/** What is to be done next, or what became of it. */
export type Decision = { readonly next: Step } | { readonly outcome: Outcome };

const BILLED = 'HasBeenBilled';

/** After it was looked for there: goes on where nobody but us wrote, stops where somebody did. */
export function decide(activity: Activity, stored: readonly StoredTime[], count: number): Decision {
  const found = ours(activity, stored);
  if (!found) return decideMissing(activity, stored);
  if (activity.action !== 'delete' && isSame(found, activity.content)) {
    return { outcome: sent(found) };
  }
  if (found.billing === BILLED) return { outcome: conflict('billed', found) };
  if (!isUntouched(activity, found)) return { outcome: conflict('edited', found) };
  return activity.action === 'delete'
    ? { next: { kind: 'remove', activity, found } }
    : { next: { kind: 'change', activity, found, count } };
}

function decideMissing(activity: Activity, stored: readonly StoredTime[]): Decision {
  if (activity.action === 'delete') return { outcome: { kind: 'deleted' } };
  if (activity.action === 'update') {
    return { outcome: { kind: 'conflict', reason: 'gone', theirs: null } };
  }
  const { content, mayExist } = activity;
  const byHand = stored.find(
    (each) => markerOf(each.notes) === '' && isSame({ ...each, notes: notesOf(content) }, content),
  );
  if (byHand && mayExist) return { outcome: conflict('exists', byHand) };
  return { next: { kind: 'add', activity } };
}

/** By its id, or by the marker that it was sent with. */
function ours(
  { externalId, content }: Activity,
  stored: readonly StoredTime[],
): StoredTime | undefined {
  if (content === null || externalId !== null) {
    return stored.find(({ txnId }) => txnId === externalId);
  }
  const marker = markerOf(content.description);
  return stored.find(({ notes }) => marker !== '' && notes.includes(marker));
}

/** The version that we know, or, where QuickBooks counted on, still what we sent. */
function isUntouched({ action, syncToken, sentContent }: Activity, found: StoredTime): boolean {
  if (syncToken !== null && found.editSequence === syncToken) return true;
  if (sentContent && isSame(found, sentContent)) return true;
  // Added by us without an answer, and what is to be sent has changed since.
  return action === 'create' && !found.isEdited;
}

/** Only other time is to be decided: a class, a note or billing that a bookkeeper adds contradicts nothing. */
export function touchedBy(found: StoredTime): TouchedActivity {
  const reason = found.billing === BILLED ? 'billed' : 'edited';
  return {
    externalId: found.txnId,
    conflictWith: (sent) => (isSameTime(found, sent) ? null : conflict(reason, found)),
  };
}

export function deletedThere(txnId: string): TouchedActivity {
  return {
    externalId: txnId,
    conflictWith: () => ({ kind: 'conflict', reason: 'gone', theirs: null }),
  };
}

function isSame(found: StoredTime, content: ActivityContent): boolean {
  return (
    isSameTime(found, content) &&
    found.class === (content.class?.external_id ?? null) &&
    (found.billing === 'NotBillable' || found.billing === '') === !isBillable(content) &&
    found.notes === notesOf(content)
  );
}

function isSameTime(found: StoredTime, content: ActivityContent): boolean {
  const idOf = (reference: { readonly external_id: string } | null) =>
    reference?.external_id ?? null;
  return (
    found.work_date === content.work_date &&
    found.person === content.person.external_id &&
    found.customer === idOf(customerOf(content)) &&
    found.item === idOf(content.item) &&
    found.payroll_item === idOf(content.payroll_item) &&
    found.minutes === content.hours * 60 + content.minutes
  );
}

export function sent({ txnId, editSequence }: StoredTime): Outcome {
  return { kind: 'sent', external_id: txnId, sync_token: editSequence };
}

function conflict(
  reason: 'edited' | 'billed' | 'exists',
  found: StoredTime,
): Extract<Outcome, { kind: 'conflict' }> {
  const { names, work_date, minutes, notes, billing, txnId, editSequence } = found;
  const reference = (key: 'customer' | 'item' | 'class' | 'payroll_item') => {
    const id = found[key];
    return id === null ? null : { external_id: id, name: names[key] ?? '' };
  };
  return {
    kind: 'conflict',
    reason,
    theirs: {
      external_id: txnId,
      sync_token: editSequence,
      content: {
        work_date,
        person: { kind: 'employee', external_id: found.person, name: names['person'] ?? '' },
        customer: reference('customer'),
        project: null,
        item: reference('item'),
        class: reference('class'),
        payroll_item: reference('payroll_item'),
        hours: Math.floor(minutes / 60),
        minutes: minutes % 60,
        billable: billing === 'Billable' || billing === BILLED,
        description: notes,
      },
    },
  };
}
