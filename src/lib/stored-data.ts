import type { Query } from '@tanstack/react-query';

/** Puts what this device has stored of the account into the empty places of the query cache. */
type Restore = () => Promise<void>;

let restore: Restore | null = null;

/** Queries that show what was stored, and from when that is. */
const stored = new Map<string, number>();
/** Queries whose answer is late: what they show, if anything, was stored. */
const late = new Set<string>();
const listeners = new Set<() => void>();

/** What is newer needs no word of its age. */
const MAX_UNMARKED_AGE_MS = 60_000;

export function restoreStoredDataWith(next: Restore | null): void {
  restore = next;
}

export function noteStored({ queryHash, state }: Query): void {
  stored.set(queryHash, state.dataUpdatedAt);
}

export const isStored = ({ queryHash, state }: Query): boolean =>
  stored.get(queryHash) === state.dataUpdatedAt;

/** For a query that gets no answer: shows what is stored where it has nothing to show, and how old it is. */
export async function showStored(query: Query): Promise<void> {
  const { data, dataUpdatedAt } = query.state;
  const isNew = Date.now() - dataUpdatedAt < MAX_UNMARKED_AGE_MS;
  if (data === undefined ? !restore : isNew || !isStored(query)) return;
  late.add(query.queryHash);
  for (const listener of listeners) listener();
  if (data === undefined) await restore?.().catch(() => undefined);
}

export function noteSettled({ queryHash }: Query): void {
  stored.delete(queryHash);
  late.delete(queryHash);
}

export const isAnswerLate = ({ queryHash }: Query): boolean => late.has(queryHash);

export function subscribeToLate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
