import { type Decision, useDecide } from '@/features/verification/api/decide';
import type { Inbox } from '@/features/verification/use-inbox';

/** Sends decisions and goes on to the next item; Z takes the last one back. */
export function useDeciding({ items, isWide, change, select }: Inbox) {
  const { decide, undoLast } = useDecide();
  const send = async (decision: Decision): Promise<void> => {
    const decided = new Set(decision.items.map(({ item }) => item.id));
    const place = items.findIndex(({ id }) => decided.has(id));
    const next = items.slice(place).find(({ id }) => !decided.has(id));
    const { failed } = await decide.mutateAsync(decision);
    select(failed.map(({ item }) => item.id));
    change('item', isWide ? (next?.id ?? null) : null);
  };
  return {
    /** A refusal is a toast; the item stays as it is. */
    send: (decision: Decision) => send(decision).catch(() => undefined),
    undoLast,
    busy: decide.isPending ? (decide.variables?.action ?? null) : null,
  };
}

export type Deciding = ReturnType<typeof useDeciding>;
