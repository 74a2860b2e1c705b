import type { Query } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '@/lib/query-client';

const FIRST_RETRY_MS = 3000;
const MAX_RETRY_MS = 30_000;

/** On the screen, with data from before, and its last refresh failed. */
const isStale = (query: Query): boolean =>
  query.isActive() && query.state.status === 'error' && query.state.data !== undefined;

/** When the oldest of what is shown but could not be refreshed was loaded; null: all is fresh. */
function staleSince(): number | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ predicate: isStale })
    .map((query) => query.state.dataUpdatedAt);
  return times.length === 0 ? null : Math.min(...times);
}

export const refreshStaleData = (): Promise<void> =>
  queryClient.refetchQueries({ predicate: isStale }, { cancelRefetch: false });

/** Refreshes again by itself, less and less often, until nothing on the screen is stale. */
export function useStaleSince(): number | null {
  const since = useSyncExternalStore((listener) => {
    return queryClient.getQueryCache().subscribe(listener);
  }, staleSince);
  const isAnyStale = since !== null;
  useEffect(() => (isAnyStale ? keepRefreshing() : undefined), [isAnyStale]);
  return since;
}

function keepRefreshing(): () => void {
  let pause = FIRST_RETRY_MS;
  let timer = setTimeout(refresh, pause);
  let stopped = false;
  async function refresh(): Promise<void> {
    await refreshStaleData();
    pause = Math.min(pause * 2, MAX_RETRY_MS);
    if (!stopped) timer = setTimeout(refresh, pause);
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
