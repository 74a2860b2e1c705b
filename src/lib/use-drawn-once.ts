import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '@/lib/when-idle';

/** The app has opened. From then on a screen is drawn whole, so that one scrolled before is found again. */
let opened = false;

/**
 * While the app opens, false until what is there has been drawn once: what is less urgent waits for it,
 * and the page can be touched and painted in between.
 */
export function useDrawnOnce(): boolean {
  const [drawn, setDrawn] = useState(opened);
  useEffect(() => {
    startTransition(() => setDrawn(true));
    void whenIdle().then(() => {
      opened = true;
    });
  }, []);
  return drawn;
}
