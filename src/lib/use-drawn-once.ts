import { startTransition, useEffect, useState } from 'react';

/** False until what is there has been drawn once: what is less urgent waits for it. */
export function useDrawnOnce(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return drawn;
}
