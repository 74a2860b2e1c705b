import type { Query } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isNoSignal } from '@/lib/errors';
import { queryClient } from '@/lib/query-client';
import { isAnswerLate, subscribeToLate } from '@/lib/stored-data';

const FIRST_RETRY_MS = 3000;
const MAX_RETRY_MS = 30_000;

/** On the screen, with data from before, and its last refresh failed or gets no answer. */
const isStale = (query: Query): boolean =>
  query.isActive() &&
  query.state.data !== undefined &&
  (query.state.status === 'error' || isAnswerLate(query));

/** On the screen with nothing to show, because nobody answered. */
const isUnanswered = (query: Query): boolean =>
  query.isActive() &&
  query.state.status === 'error' &&
  query.state.data === undefined &&
  isNoSignal(query.state.error);

const some = (predicate: (query: Query) => boolean): boolean =>
  queryClient.getQueryCache().getAll().some(predicate);

/** When the oldest of what is shown but could not be refreshed was loaded; null: all is fresh. */
function staleSince(): number | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ predicate: isStale })
    .map((query) => query.state.dataUpdatedAt);
  return times.length === 0 ? null : Math.min(...times);
}

const refetch = (predicate: (query: Query) => boolean): Promise<void> =>
  queryClient.refetchQueries({ predicate }, { cancelRefetch: false });

/** Asked for by hand. */
export async function refreshStaleData(): Promise<void> {
  await Promise.all([refetch(isStale), refetch(isUnanswered)]);
}

function subscribe(listener: () => void): () => void {
  const stops = [queryClient.getQueryCache().subscribe(listener), subscribeToLate(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

export interface Staleness {
  /** When the oldest of what is shown but not fresh was loaded; null: all that is shown is fresh. */
  staleSince: number | null;
  /** Something on the screen has nothing to show, because nobody answered. */
  isUnanswered: boolean;
}

/** Refreshes again by itself, less and less often, until nothing on the screen is stale or missing. */
export function useStaleness(): Staleness {
  const since = useSyncExternalStore(subscribe, staleSince);
  const isAnyUnanswered = useSyncExternalStore(subscribe, () => some(isUnanswered));
  const isUnfinished = since !== null || isAnyUnanswered;
  useEffect(() => (isUnfinished ? keepRefreshing() : undefined), [isUnfinished]);
  return { staleSince: since, isUnanswered: isAnyUnanswered };
}

/** What shows something first: what shows a failure would lose it for nothing while nobody answers. */
async function refreshAll(): Promise<void> {
  await refetch(isStale);
  if (!some(isStale)) await refetch(isUnanswered);
}

function keepRefreshing(): () => void {
  let pause = FIRST_RETRY_MS;
  let timer = setTimeout(refresh, pause);
  let stopped = false;
  async function refresh(): Promise<void> {
    await refreshAll();
    pause = Math.min(pause * 2, MAX_RETRY_MS);
    if (!stopped) timer = setTimeout(refresh, pause);
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
