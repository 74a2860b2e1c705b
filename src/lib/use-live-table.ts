import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchTable } from '@/lib/live-tables';

export interface LiveTable {
  table: string;
  /** As in the data API: `company_id=eq.…`. Null listens to nothing. */
  filter: string | null;
  /** First segments of the queries that a change makes stale. */
  stale: readonly string[];
}

/** The tables of a screen are heard at the same moment: what they make stale is asked for once. */
const GATHER_MILLISECONDS = 80;
const marked = new Set<string>();
let isGathering = false;

function markStale(client: QueryClient, roots: readonly string[]): void {
  for (const root of roots) marked.add(root);
  if (isGathering) return;
  isGathering = true;
  setTimeout(() => {
    isGathering = false;
    for (const root of marked) void client.invalidateQueries({ queryKey: [root] });
    marked.clear();
  }, GATHER_MILLISECONDS);
}

/** Keeps queries fresh while the page is open: `useLiveTable({ table: 'time_entries', … })`. */
export function useLiveTable({ table, filter, stale }: LiveTable): void {
  const client = useQueryClient();
  const roots = stale.join(' ');
  useEffect(() => {
    if (!filter) return;
    return watchTable(table, filter, () => markStale(client, roots.split(' ')));
  }, [client, table, filter, roots]);
}
