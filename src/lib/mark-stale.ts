import type { QueryClient } from '@tanstack/react-query';
import { dropFirstScreen } from '@/lib/first-screen';

const GATHER_MILLISECONDS = 80;

interface Marked {
  roots: Set<string>;
  askForAll: (() => void) | undefined;
}

const gathering = new WeakMap<QueryClient, Marked>();

/**
 * The tables of a screen are heard at the same moment: what they make stale is asked for once. Where they
 * were not listened to for a while, `askForAll` asks for most of it at once.
 */
export function markStale(
  client: QueryClient,
  roots: readonly string[],
  askForAll?: () => void,
): void {
  const waiting = gathering.get(client);
  if (waiting) {
    for (const root of roots) waiting.roots.add(root);
    waiting.askForAll ??= askForAll;
    return;
  }
  const marked: Marked = { roots: new Set(roots), askForAll };
  gathering.set(client, marked);
  setTimeout(() => {
    gathering.delete(client);
    // An answer on its way was requested before this was heard.
    dropFirstScreen();
    if (marked.roots.size > 1) marked.askForAll?.();
    for (const root of marked.roots) void client.invalidateQueries({ queryKey: [root] });
  }, GATHER_MILLISECONDS);
}
