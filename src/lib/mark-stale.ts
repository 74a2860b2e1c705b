import type { QueryClient } from '@tanstack/react-query';

const GATHER_MILLISECONDS = 80;

const gathering = new WeakMap<QueryClient, Set<string>>();

/** The tables of a screen are heard at the same moment: what they make stale is asked for once. */
export function markStale(client: QueryClient, roots: readonly string[]): void {
  const waiting = gathering.get(client);
  if (waiting) {
    for (const root of roots) waiting.add(root);
    return;
  }
  const marked = new Set(roots);
  gathering.set(client, marked);
  setTimeout(() => {
    gathering.delete(client);
    for (const root of marked) void client.invalidateQueries({ queryKey: [root] });
  }, GATHER_MILLISECONDS);
}
