import type { Activity, ActivityContent, Outcome } from '../system.ts';
import type { StoredTime } from './read-qbxml.ts';
import type { Step } from './step.ts';
import { customerOf, isBillable, markerOf, notesOf } from './write-qbxml.ts';

/** What is to be done next, or what became of it. */
export type Decision = { readonly next: Step } | { readonly outcome: Outcome };

const BILLED = 'HasBeenBilled';

/** After it was looked for there: goes on where nobody but us wrote, stops where somebody did. */
export function decide(
  activity: Activity,
  stored: readonly StoredTime[],
  count: number,
): Decision {
  const found = ours(activity, stored);
  if (!found) return decideMissing(activity);
  const { action, content } = activity;
  if (action !== 'delete' && isSame(found, content)) return { outcome: sent(found) };
  if (found.billing === BILLED) return { outcome: conflict('billed', found) };
  if (!isUntouched(activity, found)) return { outcome: conflict('edited', found) };
  return action === 'delete'
    ? { next: { kind: 'remove', activity, found } }
    : { next: { kind: 'change', activity, found, count } };
}

function decideMissing(activity: Activity): Decision {
  if (activity.action === 'create') return { next: { kind: 'add', activity } };
  if (activity.action === 'delete') return { outcome: { kind: 'deleted' } };
  return { outcome: { kind: 'conflict', reason: 'gone', theirs: null } };
}

/** By its id, or by the marker that it was sent with. */
function ours(
  { externalId, content }: Activity,
  stored: readonly StoredTime[],
): StoredTime | undefined {
  if (externalId !== null) return stored.find(({ txnId }) => txnId === externalId);
  const marker = markerOf(content.description);
  return stored.find(({ notes }) => marker !== '' && notes.includes(marker));
}

/** The version that we know, or, where QuickBooks counted on, still what we sent. */
function isUntouched(
  { action, syncToken, sentContent }: Activity,
  found: StoredTime,
): boolean {
  if (syncToken !== null && found.editSequence === syncToken) return true;
  if (sentContent && isSame(found, sentContent)) return true;
  // Added by us without an answer, and what is to be sent has changed since.
  return action === 'create' && !found.isEdited;
}

function isSame(found: StoredTime, content: ActivityContent): boolean {
  const idOf = (reference: { readonly external_id: string } | null) =>
    reference?.external_id ?? null;
  return (
    found.work_date === content.work_date &&
    found.person === content.person.external_id &&
    found.customer === idOf(customerOf(content)) &&
    found.item === idOf(content.item) &&
    found.class === idOf(content.class) &&
    found.payroll_item === idOf(content.payroll_item) &&
    found.minutes === content.hours * 60 + content.minutes &&
    (found.billing === 'NotBillable' || found.billing === '') === !isBillable(content) &&
    found.notes === notesOf(content)
  );
}

export function sent({ txnId, editSequence }: StoredTime): Outcome {
  return { kind: 'sent', external_id: txnId, sync_token: editSequence };
}

function conflict(reason: 'edited' | 'billed' | 'exists', found: StoredTime): Outcome {
  const { names, work_date, minutes, notes, billing, txnId, editSequence } = found;
  const reference = (key: 'person' | 'customer' | 'item' | 'class' | 'payroll_item') =>
    found[key] === null ? null : { external_id: found[key], name: names[key] ?? '' };
  return {
    kind: 'conflict',
    reason,
    theirs: {
      external_id: txnId,
      sync_token: editSequence,
      content: {
        work_date,
        person: reference('person'),
        customer: reference('customer'),
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
