import type { Sql } from '../../database/sql/sql.ts';
import type { Change } from './change.ts';
import { parseFilter } from './filter.ts';
import type { Match } from './match.ts';
import { bindFilter, matchesInDatabase, mayMatch, type RowFilter } from './row-filters.ts';
import type { Subscription } from './subscriptions.ts';
import { type Access, mayReadKey, type Table } from './table.ts';
import type { Visibility } from './visibility.ts';

/** What the subscriptions ask for, as far as it can be told without a query about the rows. */
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
    if (wanted.length === 0 || !hasReader(table, subscription)) continue;
    const filter = await filterFor(sql, subscription, table);
    if (filter === null) continue;
    const positions = filter
      ? wanted.filter((position) => mayMatch(filter, changes[position] as Change))
      : wanted;
    if (positions.length > 0) matched.push({ subscription, filter, positions });
  }
  return matched;
}

/** A filter on a hidden column would tell its value by its silence. */
export function mayUse(table: Table, access: Access | undefined, filter: RowFilter | undefined) {
  if (!access || !mayReadKey(table, access)) return false;
  return filter?.columns.every((name) => access.columns.has(name)) ?? true;
}

/** Lets PostgreSQL decide the rest, about rows that somebody who asked may read. */
export async function askAboutRows(
  sql: Sql,
  table: Table,
  changes: readonly Change[],
  match: Match,
  visibility: Visibility,
): Promise<Match> {
  const { subscription, filter } = match;
  if (!filter || filter.asked.length === 0) return match;
  const readable = match.positions.filter((position) => {
    for (const [, { caller }] of visibility.readers(subscription.callers, position)) {
      if (mayUse(table, table.access.get(caller.role), filter)) return true;
    }
    return false;
  });
  if (readable.length === 0) return { ...match, positions: [] };
  const rows = readable.map((position) => changes[position] as Change);
  const hits = await matchesInDatabase(sql, table, filter, rows);
  return { ...match, positions: hits.map((hit) => readable[hit] as number) };
}

function hasReader(table: Table, { callers }: Subscription): boolean {
  for (const { caller } of callers.values()) {
    if (mayUse(table, table.access.get(caller.role), undefined)) return true;
  }
  return false;
}

/** Bound when it was joined, and again when the table has changed since. */
async function filterFor(
  sql: Sql,
  { request, filters }: Subscription,
  table: Table,
): Promise<RowFilter | null | undefined> {
  if (!request.filter) return undefined;
  const known = filters.get(table);
  if (known !== undefined) return known;
  // One that does not fit the table was told to its subscriber at the join.
  const bound = await bind(sql, table, request.filter).catch(() => null);
  filters.set(table, bound);
  return bound;
}

async function bind(sql: Sql, table: Table, text: string): Promise<RowFilter> {
  return bindFilter(sql, table, parseFilter(text));
}
