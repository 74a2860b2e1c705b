import type { Activity, ActivityContent, Outcome, Session } from '../system.ts';
import { SystemError } from '../system-error.ts';
import type { Json, QuickBooksClient } from './quickbooks-client.ts';
import { NOT_FOUND, QuickBooksFault, STALE } from './quickbooks-fault.ts';
import { findAll } from './quickbooks-query.ts';
import {
  saysSame,
  shownOf,
  type TimeActivity,
  timeActivity,
  timeActivityOf,
} from './time-activity.ts';

const STALE_SECONDS = 5;

/** Creates, changes or deletes one TimeActivity; what somebody edited or billed there is left as it is. */
export async function sendActivity(
  client: QuickBooksClient,
  session: Session,
  activity: Activity,
): Promise<Outcome> {
  try {
    if (activity.action === 'create') return await create(client, session, activity);
    const theirs = await read(client, session, activity.externalId ?? '');
    return activity.action === 'update'
      ? await update(client, session, activity, theirs)
      : await remove(client, session, activity, theirs);
  } catch (error) {
    if (!(error instanceof QuickBooksFault)) throw error;
    // Changed between reading and writing: read again soon.
    if (error.code === STALE) return { kind: 'retry', after_seconds: STALE_SECONDS, code: 'stale' };
    return { kind: 'refused', code: error.code || 'unknown', detail: error.message };
  }
}

async function create(
  client: QuickBooksClient,
  session: Session,
  activity: Activity,
): Promise<Outcome> {
  const { content } = activity;
  // The request id answers repetitions, but nobody says for how long; the marker does for good.
  const made =
    activity.attempt > 1 ? await findByMarker(client, session, activity.content) : undefined;
  if (made) return saysSame(made, content) ? sent(made) : conflict('edited', made);
  const rate = await rateOf(client, session, content);
  if (rate === 'unknown') return withoutRate(content);
  return sent(await post(client, session, activity, timeActivityOf(content, rate)));
}

async function update(
  client: QuickBooksClient,
  session: Session,
  activity: Activity,
  theirs: TimeActivity | undefined,
): Promise<Outcome> {
  const { content, sentContent } = activity;
  if (!theirs) return conflict('gone');
  if (theirs.BillableStatus === 'HasBeenBilled') return conflict('billed', theirs);
  // Done already; its answer was lost.
  if (saysSame(theirs, content)) return sent(theirs);
  if (!sentContent || !saysSame(theirs, sentContent)) return conflict('edited', theirs);
  const rate = await rateOf(client, session, content);
  if (rate === 'unknown') return withoutRate(content);
  const { Id, SyncToken } = theirs;
  const body = { ...timeActivityOf(content, rate), Id, SyncToken, sparse: false };
  return sent(await post(client, session, activity, body));
}

async function remove(
  client: QuickBooksClient,
  session: Session,
  activity: Activity,
  theirs: TimeActivity | undefined,
): Promise<Outcome> {
  if (!theirs) return { kind: 'deleted' };
  if (theirs.BillableStatus === 'HasBeenBilled') return conflict('billed', theirs);
  const { sentContent } = activity;
  if (sentContent && !saysSame(theirs, sentContent)) return conflict('edited', theirs);
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
  return readTimeActivity(
    await client.ask(session, { ...request, parameters: { requestid: requestId } }),
  );
}

function readTimeActivity(answer: Json): TimeActivity {
  const parsed = timeActivity.safeParse(answer['TimeActivity']);
  if (parsed.success) return parsed.data;
  // Whether it was done is not known: asked again, with the same request id.
  throw new SystemError('unreachable', 'unknown_answer', 'QuickBooks answered something unknown', {
    cause: parsed.error,
  });
}

async function findByMarker(
  client: QuickBooksClient,
  session: Session,
  { work_date, description }: ActivityContent,
): Promise<TimeActivity | undefined> {
  const marker = /\[CL:[^\]]+\]/.exec(description)?.[0];
  if (marker === undefined) return undefined;
  const where = `TxnDate = '${work_date}'`;
  for await (const row of findAll(client, session, 'TimeActivity', where)) {
    const found = timeActivity.safeParse(row).data;
    if (found?.Description?.includes(marker)) return found;
  }
  return undefined;
}

/** Billable time needs a rate: the sales price of its service. */
async function rateOf(
  client: QuickBooksClient,
  session: Session,
  { billable, item }: ActivityContent,
): Promise<number | undefined | 'unknown'> {
  if (!billable) return undefined;
  if (!item) return 'unknown';
  const answer = await client.ask(session, { path: `item/${item.external_id}` });
  const { UnitPrice: price } = (answer['Item'] ?? {}) as { UnitPrice?: unknown };
  return typeof price === 'number' ? price : 'unknown';
}

function withoutRate({ item }: ActivityContent): Outcome {
  return { kind: 'refused', code: 'no_rate', detail: item?.name ?? '' };
}

function sent({ Id, SyncToken }: TimeActivity): Outcome {
  return { kind: 'sent', external_id: Id, sync_token: SyncToken };
}

function conflict(reason: 'edited' | 'billed' | 'gone', theirs?: TimeActivity): Outcome {
  return { kind: 'conflict', reason, theirs: theirs ? shownOf(theirs) : null };
}
