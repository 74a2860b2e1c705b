import { FilterError } from '../changes/filter.ts';
import { filterFor } from '../changes/match-subscriptions.ts';
import type { ChangeRequest } from '../changes/subscriptions.ts';
import type { Table } from '../changes/table-catalog.ts';
import type { Hub } from '../hub.ts';
import type { Channel } from './channel.ts';

/**
 * Subscribes a channel to the changes it asked for; from here on none is missed. Returns what is
 * wrong with a request, in words for the client: such a request stays silent until it can be met.
 */
export async function subscribeToChanges(hub: Hub, channel: Channel): Promise<string | undefined> {
  let problem: string | undefined;
  for (const change of channel.options.changes) {
    const tables = await findTables(hub, change);
    const subscription = hub.subscriptions.add(change, channel);
    await hub.registry.watch(tables.map(({ relation }) => relation));
    if (tables.length === 0) problem ??= unavailable(change);
    for (const table of tables) {
      try {
        const filter = await filterFor(hub.sql, subscription, table);
        const columns = filter?.conditions.map(({ column }) => column) ?? [];
        problem ??= findProblem(channel, table, [...columns, ...(change.select ?? [])]);
      } catch (error) {
        if (!(error instanceof FilterError)) throw error;
        problem ??= error.message;
      }
    }
  }
  return problem;
}

async function findTables(hub: Hub, { schema, table }: ChangeRequest): Promise<Table[]> {
  const known = hub.catalog.matching(schema, table);
  if (known.length > 0) return known;
  await hub.refreshCatalog();
  return hub.catalog.matching(schema, table);
}

function findProblem(
  channel: Channel,
  table: Table,
  columns: readonly string[],
): string | undefined {
  const readable = table.access.get(channel.caller.role)?.columns;
  if (!readable || !table.primaryKey.every((name) => readable.has(name))) {
    return `Error 401: Unauthorized for table ${table.schema}.${table.name}`;
  }
  const hidden = columns.find((name) => !readable.has(name));
  return hidden === undefined ? undefined : `invalid column for subscription: ${hidden}`;
}

function unavailable({ schema, table, filter }: ChangeRequest): string {
  const parameters = `[event: *, schema: ${schema}, table: ${table ?? '*'}, filters: ${filter ?? ''}]`;
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${parameters}`;
}
