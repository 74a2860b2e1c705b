import type { Query } from '@tanstack/react-query';

/** Puts what this device has stored of the account into the empty places of the query cache. */
type Restore = () => Promise<void>;

let restore: Restore | null = null;

/** Queries whose answer is late: what they show, if anything, was stored. */
const late = new Set<string>();

export function restoreStoredDataWith(next: Restore | null): void {
  restore = next;
}

/** For a query that has nothing to show and gets no answer. */
export async function showStored({ state, queryHash }: Query): Promise<void> {
  if (state.data !== undefined || !restore) return;
  late.add(queryHash);
  await restore().catch(() => undefined);
}

export function noteSettled({ queryHash }: Query): void {
  late.delete(queryHash);
}

export const isAnswerLate = ({ queryHash }: Query): boolean => late.has(queryHash);
