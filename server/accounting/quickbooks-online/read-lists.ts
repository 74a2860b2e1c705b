import { z } from 'zod';
import type {
  ReadList,
  ReadRecord,
  ReadTouched,
  RecordKind,
  Remembered,
  Session,
} from '../system.ts';
import type { Json, QuickBooksClient } from './quickbooks-client.ts';
import { changesSince, findAll, MAX_CHANGES } from './quickbooks-query.ts';
import { readTouched } from './read-touched.ts';

const ENTITIES = ['Employee', 'Vendor', 'Customer', 'Item', 'Class'] as const;
type Entity = (typeof ENTITIES)[number];

const KINDS: Readonly<Record<Entity, readonly RecordKind[]>> = {
  Employee: ['employee'],
  Vendor: ['vendor'],
  Customer: ['customer', 'project'],
  Item: ['item'],
  Class: ['class'],
};

/** Changes can be asked for 30 days back. */
const MAX_CHANGES_MS = 29 * 24 * 3_600_000;
/** Their clock and ours differ, and what was saved while we read may be in neither answer. */
const OVERLAP_MS = 10 * 60_000;

const row = z.looseObject({
  Id: z.coerce.string(),
  DisplayName: z.string().optional(),
  FullyQualifiedName: z.string().optional(),
  Name: z.string().optional(),
  Active: z.boolean().default(true),
  IsProject: z.boolean().optional(),
  Type: z.string().optional(),
  ParentRef: z.looseObject({ value: z.coerce.string() }).nullish(),
  PrimaryEmailAddr: z.looseObject({ Address: z.string().nullish() }).nullish(),
  status: z.string().optional(),
});

/** Who and what time can be booked on; after the first time only what changed, and time that was touched. */
export async function* readLists(
  client: QuickBooksClient,
  session: Session,
  now = Date.now(),
): AsyncGenerator<ReadList | ReadTouched | Remembered> {
  const { changes_from: from } = session.connection.cursor;
  const fromMs = typeof from === 'string' ? Date.parse(from) : 0;
  const isRecent = now - fromMs < MAX_CHANGES_MS;
  const changed = isRecent ? await readChanges(client, session, new Date(fromMs)) : undefined;
  if (changed) yield* changed;
  else yield* readAll(client, session);
  if (fromMs > 0) {
    yield await readTouched(client, session, new Date(Math.max(fromMs, now - MAX_CHANGES_MS)));
  }
  yield { cursor: { changes_from: new Date(now - OVERLAP_MS).toISOString() } };
}

async function* readAll(client: QuickBooksClient, session: Session): AsyncGenerator<ReadList> {
  for (const entity of ENTITIES) {
    const rows: Json[] = [];
    const wanted = entity === 'Item' ? "Type = 'Service' and Active" : 'Active';
    for await (const each of findAll(client, session, entity, `${wanted} in (true, false)`)) {
      rows.push(each);
    }
    yield* listsOf(entity, rows, true);
  }
}

/** Undefined: so many that some may be missing. */
async function readChanges(
  client: QuickBooksClient,
  session: Session,
  since: Date,
): Promise<ReadList[] | undefined> {
  const found = [...(await changesSince(client, session, ENTITIES, since))];
  if (found.some(([, rows]) => rows.length >= MAX_CHANGES)) return undefined;
  return found.flatMap(([entity, rows]) => (rows.length > 0 ? listsOf(entity, rows, false) : []));
}

function listsOf(entity: Entity, rows: readonly Json[], complete: boolean): ReadList[] {
  const read = rows.flatMap((each) => recordOf(entity, each) ?? []);
  return KINDS[entity].map((kind) => ({
    kind,
    rows: read.filter((each) => each.kind === kind).map(({ kind: _kind, ...record }) => record),
    complete,
  }));
}

function recordOf(entity: Entity, each: Json): (ReadRecord & { kind: RecordKind }) | undefined {
  const { data } = row.safeParse(each);
  if (!data || (entity === 'Item' && data.Type !== undefined && data.Type !== 'Service')) {
    return undefined;
  }
  const name = data.FullyQualifiedName ?? data.DisplayName ?? data.Name ?? data.Id;
  const [first = 'employee', project = first] = KINDS[entity];
  return {
    kind: data.IsProject ? project : first,
    external_id: data.Id,
    // Customers and classes with all they belong to, "Amy's Bird Sanctuary:Kitchen".
    name,
    parent: data.ParentRef?.value ?? null,
    email: data.PrimaryEmailAddr?.Address ?? null,
    active: data.Active && data.status !== 'Deleted',
  };
}
