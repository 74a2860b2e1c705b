import { useLayoutEffect, useRef } from 'react';

/** The router numbers its history entries in `idx`: a replacement keeps the number, a push adds one. */
const entryNumber = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Set while an entry waits to go, so that what opens in the same moment can have it. */
let droppingEntry: ReturnType<typeof setTimeout> | undefined;

/**
 * Back closes what is open instead of leaving the page: while it is open, it has a history entry of its
 * own with the same address. Closed in any other way, that entry goes again.
 */
export function useBackCloses(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    const own = claimEntry();
    let isOpen = true;
    const onPop = (event: PopStateEvent): void => {
      if (!isOpen || entryNumber() >= own) return;
      isOpen = false;
      // The address is the one that is shown: nothing to do for the router.
      event.stopImmediatePropagation();
      latest.current();
    };
    window.addEventListener('popstate', onPop, { capture: true });
    return () => {
      window.removeEventListener('popstate', onPop, { capture: true });
      if (!isOpen) return;
      droppingEntry = setTimeout(() => {
        droppingEntry = undefined;
        // A greater number: the page was left from here, and Back from there leads here.
        if (entryNumber() === own) dropTopEntry();
      });
    };
  }, []);
}

function claimEntry(): number {
  if (droppingEntry !== undefined) {
    clearTimeout(droppingEntry);
    droppingEntry = undefined;
    return entryNumber();
  }
  const own = entryNumber() + 1;
  window.history.pushState({ ...window.history.state, idx: own }, '');
  return own;
}

/** Goes back by one without anyone noticing: what was on top stays as it is, one entry lower. */
function dropTopEntry(): void {
  const { href } = window.location;
  const state = { ...window.history.state, idx: entryNumber() - 1 };
  window.addEventListener(
    'popstate',
    (event) => {
      event.stopImmediatePropagation();
      window.history.replaceState(state, '', href);
    },
    { capture: true, once: true },
  );
  window.history.back();
}
