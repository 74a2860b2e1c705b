import { z } from 'zod';
import type { ReadTouched, Session, TouchedActivity } from '../system.ts';
import type { Json, QuickBooksClient } from './quickbooks-client.ts';
import { changesSince, findAll, MAX_CHANGES } from './quickbooks-query.ts';
import { saysSameTime, theirsOf, timeActivity } from './time-activity.ts';

const deleted = z.looseObject({ Id: z.coerce.string(), status: z.literal('Deleted') });

/** Time that somebody, or we, wrote there since. Of very many, deletions may be missing: those show at the next change. */
export async function readTouched(
  client: QuickBooksClient,
  session: Session,
  since: Date,
): Promise<ReadTouched> {
  const changes = await changesSince(client, session, ['TimeActivity'], since);
  const rows = [...(changes.get('TimeActivity') ?? [])];
  if (rows.length >= MAX_CHANGES) {
    const where = `MetaData.LastUpdatedTime >= '${since.toISOString()}'`;
    for await (const row of findAll(client, session, 'TimeActivity', where)) rows.push(row);
  }
  return { touched: rows.flatMap(touchedOf) };
}

/** Only other time is to be decided: a class, a text or billing that a bookkeeper adds contradicts nothing. */
function touchedOf(row: Json): TouchedActivity[] {
  const gone = deleted.safeParse(row).data;
  if (gone) {
    const conflict = { kind: 'conflict', reason: 'gone', theirs: null } as const;
    return [{ externalId: gone.Id, conflictWith: () => conflict }];
  }
  const theirs = timeActivity.safeParse(row).data;
  if (!theirs) return [];
  const reason = theirs.BillableStatus === 'HasBeenBilled' ? 'billed' : 'edited';
  return [
    {
      externalId: theirs.Id,
      conflictWith: (sent) =>
        saysSameTime(theirs, sent)
          ? null
          : { kind: 'conflict', reason, theirs: theirsOf(theirs, sent) },
    },
  ];
}
