import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askFirstScreenAgain } from '@/lib/ask-first-screen';
import { watchTable } from '@/lib/live-tables';
import { markStale } from '@/lib/mark-stale';

export interface LiveTable {
  table: string;
  /** As in the data API: `company_id=eq.…`. Null listens to nothing. */
  filter: string | null;
  /** First segments of the queries that a change makes stale. */
  stale: readonly string[];
}

/** Keeps queries fresh while the page is open: `useLiveTable({ table: 'time_entries', … })`. */
export function useLiveTable({ table, filter, stale }: LiveTable): void {
  const client = useQueryClient();
  const roots = stale.join(' ');
  useEffect(() => {
    if (!filter) return;
    return watchTable(table, filter, (isCatchUp) =>
      markStale(client, roots.split(' '), isCatchUp ? askFirstScreenAgain : undefined),
    );
  }, [client, table, filter, roots]);
}
