import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

type Close = () => void;

/** What is open over the page, the topmost last. */
let layers: readonly Close[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Close[]): void {
  layers = next;
  for (const listener of listeners) listener();
}

/** Lets Back close this layer instead of leaving the page, while it is mounted. */
export function useBackCloses(close: Close): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    const layer: Close = () => latest.current();
    change([...layers, layer]);
    return () => change(layers.filter((other) => other !== layer));
  }, []);
}

/** Closes the topmost layer; null while nothing is open. */
export function useCloseTopLayer(): Close | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => layers.at(-1) ?? null,
  );
}
