import type { Query } from '@tanstack/react-query';
import { forget, keep, readKept } from '@/lib/device-store';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

interface KeptQuery {
  key: readonly unknown[];
  data: unknown;
  updatedAt: number;
}

const WRITE_PAUSE_MILLISECONDS = 1000;
const OLDEST_MILLISECONDS = 14 * 24 * 3_600_000;
const WHOLE = new Set<unknown>([queryKeys.viewer, queryKeys.team, queryKeys.costCodes]);

const dataKey = (userId: string): string => `data:${userId}`;

/** What the clock needs without a signal; of time only one's own, never the whole company's. */
function isWorthKeeping({ queryKey: [root, part, , filter], state }: Query): boolean {
  if (state.status !== 'success' || Date.now() - state.dataUpdatedAt > OLDEST_MILLISECONDS) {
    return false;
  }
  if (root === queryKeys.projects) return part === 'options';
  if (root !== queryKeys.timeEntries) return WHOLE.has(root);
  return part !== 'list' || (filter as { employeeId?: unknown } | undefined)?.employeeId != null;
}

function snapshot(): KeptQuery[] {
  return queryClient
    .getQueryCache()
    .findAll({ predicate: isWorthKeeping })
    .map(({ queryKey, state }) => ({
      key: queryKey,
      data: state.data,
      updatedAt: state.dataUpdatedAt,
    }));
}

/** Keeps the last known data of this account on the device while it is looked at; returns how to stop. */
export function keepData(userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void keep(dataKey(userId), snapshot()).catch(() => undefined);
    }, WRITE_PAUSE_MILLISECONDS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Shows what was known last until the server answers. */
export async function restoreData(userId: string): Promise<void> {
  const kept = await readKept<KeptQuery[]>(dataKey(userId));
  for (const { key, data, updatedAt } of kept ?? []) {
    if (queryClient.getQueryData(key) === undefined) {
      queryClient.setQueryData(key, data, { updatedAt });
    }
  }
}

/** At sign-out and when another account takes over. What was not sent stays, for its own account. */
export async function forgetData(userId: string): Promise<void> {
  await forget(dataKey(userId));
}
