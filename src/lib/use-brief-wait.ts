import { useEffect, useState } from 'react';

const MAX_WAIT_MS = 2000;

/** True while something is pending, for a moment at most: what comes late may move others, but never hides them. */
export function useBriefWait(isPending: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsOver(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  return isPending && !isOver;
}
