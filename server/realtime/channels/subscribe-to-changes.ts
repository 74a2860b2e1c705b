import type { Caller } from '../../database/caller.ts';
import { type Condition, FilterError, isPattern, parseFilter } from '../changes/filter.ts';
import { bindFilter, compilePatterns, type RowFilter } from '../changes/row-filters.ts';
import type { ChangeRequest } from '../changes/subscriptions.ts';
import type { Table } from '../changes/table.ts';
import type { Hub } from '../hub.ts';
import type { Channel } from './channel.ts';

/** A request that may be met, and its filter for each table. */
interface Admitted {
  readonly change: ChangeRequest;
  readonly filters: ReadonlyMap<Table, RowFilter>;
}

export interface Admission {
  readonly admitted: readonly Admitted[];
  /** What is wrong with the first of the others, in words for the client. */
  readonly problem: string | undefined;
}

/**
 * Which of a channel's requests a caller may have. Rights come first: of what is refused, nothing
 * is bound, compiled or kept. A table that is not published yet costs nothing and may be waited for.
 */
export async function admitChanges(hub: Hub, channel: Channel, caller: Caller): Promise<Admission> {
  const admitted: Admitted[] = [];
  let problem: string | undefined;
  for (const change of channel.options.changes) {
    if (!channel.connection.open) break;
    const tables = await findTables(hub, change);
    if (tables.length === 0) problem ??= unavailable(change);
    const filters = new Map<Table, RowFilter>();
    let refused = 0;
    for (const table of tables) {
      try {
        const filter = await admit(hub, channel, caller, change, table);
        if (filter) filters.set(table, filter);
      } catch (error) {
        if (!(error instanceof FilterError)) throw error;
        problem ??= error.message;
        refused++;
      }
    }
    if (tables.length === 0 || refused < tables.length) admitted.push({ change, filters });
  }
  await hub.registry.watch(
    admitted.flatMap(({ change: { schema, table } }) => hub.catalog.relationsFor(schema, table)),
  );
  return { admitted, problem };
}

/** From here on the channel misses no change. */
export function subscribe(hub: Hub, channel: Channel, { admitted }: Admission): void {
  for (const { change, filters } of admitted) {
    const subscription = hub.subscriptions.add(change, channel);
    for (const [table, filter] of filters) subscription.filters.set(table, filter);
  }
}

/** The filter of a request for one table, if there is one; throws FilterError. */
async function admit(
  hub: Hub,
  { connection }: Channel,
  caller: Caller,
  change: ChangeRequest,
  table: Table,
): Promise<RowFilter | undefined> {
  const conditions = change.filter ? parseFilter(change.filter) : [];
  const columns = conditions.map(({ column }) => column);
  checkRights(caller, table, [...columns, ...(change.select ?? [])]);
  const known = hub.subscriptions.find(change)?.filters.get(table);
  if (conditions.length === 0 || known) return known ?? undefined;
  if (conditions.some(isPattern)) await tryPatterns(hub, conditions, () => connection.open);
  return bindFilter(hub.checks, table, conditions);
}

async function tryPatterns(hub: Hub, conditions: readonly Condition[], isWanted: () => boolean) {
  await hub.patterns.run((sql) => compilePatterns(sql, conditions), isWanted);
}

async function findTables(hub: Hub, { schema, table }: ChangeRequest): Promise<Table[]> {
  const known = hub.catalog.matching(schema, table);
  if (known.length > 0) return known;
  await hub.refreshCatalog();
  return hub.catalog.matching(schema, table);
}

function checkRights({ role }: Caller, table: Table, columns: readonly string[]): void {
  const readable = table.access.get(role)?.columns;
  if (!readable?.size || !table.primaryKey.every((name) => readable.has(name))) {
    throw new FilterError(`Error 401: Unauthorized for table ${table.schema}.${table.name}`);
  }
  const hidden = columns.find((name) => !readable.has(name));
  if (hidden !== undefined) throw new FilterError(`invalid column for subscription: ${hidden}`);
}

function unavailable({ schema, table, filter }: ChangeRequest): string {
  const parameters = `[event: *, schema: ${schema}, table: ${table ?? '*'}, filters: ${filter ?? ''}]`;
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${parameters}`;
}
