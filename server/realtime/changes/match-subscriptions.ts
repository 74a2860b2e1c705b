import type { Sql } from 'postgres';
import type { Change } from './change.ts';
import { bindFilter, matchesHere, matchesInDatabase, type RowFilter } from './row-filters.ts';
import type { Subscription } from './subscriptions.ts';
import type { Table } from './table-catalog.ts';

/** A subscription, and the changes (by position) its event and filter ask for. */
export interface Match {
  readonly subscription: Subscription;
  readonly positions: readonly number[];
  readonly filter: RowFilter | undefined;
}

export async function matchSubscriptions(
  sql: Sql,
  table: Table,
  subscriptions: readonly Subscription[],
  changes: readonly Change[],
): Promise<Match[]> {
  const matched: Match[] = [];
  for (const subscription of subscriptions) {
    const { event } = subscription.request;
    const wanted = changes.flatMap(({ operation }, position) =>
      event === '*' || event === operation ? [position] : [],
    );
    if (wanted.length === 0) continue;
    const match = await applyFilter(sql, table, subscription, changes, wanted);
    if (match.positions.length > 0) matched.push(match);
  }
  return matched;
}

/** The subscription's filter for a table; rejects with FilterError when it does not fit. */
export function filterFor(
  sql: Sql,
  subscription: Subscription,
  table: Table,
): Promise<RowFilter> | undefined {
  const text = subscription.request.filter;
  if (!text) return undefined;
  let bound = subscription.filters.get(table);
  if (!bound) {
    bound = bindFilter(sql, table, text);
    subscription.filters.set(table, bound);
  }
  return bound;
}

async function applyFilter(
  sql: Sql,
  table: Table,
  subscription: Subscription,
  changes: readonly Change[],
  wanted: readonly number[],
): Promise<Match> {
  try {
    const filter = await filterFor(sql, subscription, table);
    if (!filter) return { subscription, filter, positions: wanted };
    if (filter.decidable) {
      const positions = wanted.filter((position) =>
        matchesHere(filter, changes[position] as Change),
      );
      return { subscription, filter, positions };
    }
    const asked = wanted.map((position) => changes[position] as Change);
    const hits = await matchesInDatabase(sql, table, filter, asked);
    return { subscription, filter, positions: hits.map((hit) => wanted[hit] as number) };
  } catch {
    // A filter that does not fit the table was told to its subscriber at the join.
    return { subscription, filter: undefined, positions: [] };
  }
}
