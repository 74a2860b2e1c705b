import type { Session } from '../system.ts';
import type { QuickBooksClient } from './quickbooks-client.ts';
import { findAll } from './quickbooks-query.ts';
import { type TimeActivity, timeActivity } from './time-activity.ts';

/** What was read during one round: all activities of a day are sent one after the other. */
const known = new WeakMap<Session, Map<string, Promise<readonly TimeActivity[]>>>();

/** All time of one day there, whoever entered it; asked for once in a round. */
export function activitiesOfDay(
  client: QuickBooksClient,
  session: Session,
  workDate: string,
): Promise<readonly TimeActivity[]> {
  const days = known.get(session) ?? new Map<string, Promise<readonly TimeActivity[]>>();
  known.set(session, days);
  const found = days.get(workDate) ?? readDay(client, session, workDate);
  days.set(workDate, found);
  found.catch(() => days.delete(workDate));
  return found;
}

/** Something of it may have changed by our own requests. */
export function forgetDay(session: Session, workDate: string): void {
  known.get(session)?.delete(workDate);
}

async function readDay(
  client: QuickBooksClient,
  session: Session,
  workDate: string,
): Promise<readonly TimeActivity[]> {
  const rows: TimeActivity[] = [];
  for await (const row of findAll(client, session, 'TimeActivity', `TxnDate = '${workDate}'`)) {
    const read = timeActivity.safeParse(row).data;
    if (read) rows.push(read);
  }
  return rows;
}
