import {
  type Activity,
  contentOf,
  type DeletedActivity,
  type Outcome,
  type Session,
  type WrittenActivity,
} from '../system.ts';
import { SystemError } from '../system-error.ts';
import { activitiesOfDay, forgetDay } from './activities-of-day.ts';
import type { Json, QuickBooksClient } from './quickbooks-client.ts';
import { NOT_FOUND, QuickBooksFault, STALE } from './quickbooks-fault.ts';
import {
  markerOf,
  saysSame,
  saysSameTime,
  type TimeActivity,
  theirsOf,
  timeActivity,
  timeActivityOf,
} from './time-activity.ts';

const STALE_SECONDS = 5;
/** What a bookkeeper adds and we say nothing of: a full update empties what it leaves out. */
const THEIRS = ['ItemRef', 'DepartmentRef', 'ProjectRef', 'HourlyRate', 'CostRate', 'Taxable'];

/** Creates, changes or deletes one TimeActivity; what somebody edited or billed there is left as it is. */
export async function sendActivity(
  client: QuickBooksClient,
  session: Session,
  activity: Activity,
): Promise<Outcome> {
  try {
    if (activity.action === 'create') return await create(client, session, activity);
    const theirs = await read(client, session, activity.externalId ?? '');
    return activity.action === 'delete'
      ? await remove(client, session, activity, theirs)
      : await update(client, session, activity, theirs);
  } catch (error) {
    if (!(error instanceof QuickBooksFault)) throw error;
    // Changed between reading and writing: read again soon.
    if (error.code === STALE) return { kind: 'retry', after_seconds: STALE_SECONDS, code: 'stale' };
    return { kind: 'refused', code: error.code || 'unknown', detail: error.message };
  }
}

/**
 * A request id answers repetitions, but nobody says for how long, and a restored database knows none: the marker
 * finds what was made before, and the same hours without one were entered by hand.
 */
async function create(
  client: QuickBooksClient,
  session: Session,
  activity: WrittenActivity,
): Promise<Outcome> {
  const { content } = activity;
  if (activity.attempt > 1) forgetDay(session, content.work_date);
  const there = await activitiesOfDay(client, session, content.work_date);
  const marker = markerOf(content.description);
  const made = there.find(({ Description }) => markerOf(Description) === marker);
  if (made) return saysSame(made, content) ? sent(made) : conflict('edited', activity, made);
  // With a marker it is another one of ours, which may be on its way out.
  const byHand = there.filter(({ Description }) => markerOf(Description) === undefined);
  const same = activity.mayExist && byHand.find((theirs) => saysSameTime(theirs, content));
  if (same) return conflict('exists', activity, same);
  return sent(await post(client, session, activity, timeActivityOf(content)));
}

async function update(
  client: QuickBooksClient,
  session: Session,
  activity: WrittenActivity,
  theirs: TimeActivity | undefined,
): Promise<Outcome> {
  const { content, sentContent } = activity;
  if (!theirs) return conflict('gone', activity);
  if (theirs.BillableStatus === 'HasBeenBilled') return conflict('billed', activity, theirs);
  // Done already; its answer was lost.
  if (saysSame(theirs, content)) return sent(theirs);
  if (!sentContent || !saysSame(theirs, sentContent)) return conflict('edited', activity, theirs);
  const { Id, SyncToken } = theirs;
  const added = THEIRS.flatMap((name) => (name in theirs ? [[name, theirs[name]]] : []));
  const ours = timeActivityOf(content);
  const body = { ...Object.fromEntries(added), ...ours, Id, SyncToken, sparse: false };
  return sent(await post(client, session, activity, body));
}

async function remove(
  client: QuickBooksClient,
  session: Session,
  activity: DeletedActivity,
  theirs: TimeActivity | undefined,
): Promise<Outcome> {
  if (!theirs) return { kind: 'deleted' };
  if (theirs.BillableStatus === 'HasBeenBilled') return conflict('billed', activity, theirs);
  const { sentContent } = activity;
  if (!saysSame(theirs, sentContent)) return conflict('edited', activity, theirs);
  const { Id, SyncToken } = theirs;
  try {
    await client.ask(session, {
      method: 'POST',
      path: 'timeactivity',
      parameters: { operation: 'delete', requestid: activity.requestId },
      body: { Id, SyncToken },
    });
  } catch (error) {
    if (!(error instanceof QuickBooksFault && error.code === NOT_FOUND)) throw error;
  }
  forgetDay(session, theirs.TxnDate);
  return { kind: 'deleted' };
}

async function read(
  client: QuickBooksClient,
  session: Session,
  id: string,
): Promise<TimeActivity | undefined> {
  try {
    return readTimeActivity(await client.ask(session, { path: `timeactivity/${id}` }));
  } catch (error) {
    if (error instanceof QuickBooksFault && error.code === NOT_FOUND) return undefined;
    throw error;
  }
}

async function post(
  client: QuickBooksClient,
  session: Session,
  { requestId }: Activity,
  body: Json,
): Promise<TimeActivity> {
  const request = { method: 'POST', path: 'timeactivity', body } as const;
  const parameters = { requestid: requestId };
  return readTimeActivity(await client.ask(session, { ...request, parameters }));
}

function readTimeActivity(answer: Json): TimeActivity {
  const parsed = timeActivity.safeParse(answer['TimeActivity']);
  if (parsed.success) return parsed.data;
  // Whether it was done is not known: asked again, with the same request id.
  throw new SystemError('unreachable', 'unknown_answer', 'QuickBooks answered something unknown', {
    cause: parsed.error,
  });
}

function sent({ Id, SyncToken }: TimeActivity): Outcome {
  return { kind: 'sent', external_id: Id, sync_token: SyncToken };
}

function conflict(
  reason: (Outcome & { kind: 'conflict' })['reason'],
  activity: Activity,
  theirs?: TimeActivity,
): Outcome {
  const shown = theirs ? theirsOf(theirs, contentOf(activity)) : null;
  return { kind: 'conflict', reason, theirs: shown };
}
