import { useEffect } from 'react';
import { keepTrying } from '@/lib/keep-trying';

/** Loaded with the first key: fingers and mice do not need it. */
export function useFocusKeeper(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    const left = new AbortController();
    const load = (): void => {
      keepTrying(() => import('@/lib/keep-focus'), left.signal).then(
        ({ keepFocus }) => {
          if (!left.signal.aborted) stop = keepFocus();
        },
        () => undefined,
      );
    };
    const options = { once: true, capture: true };
    document.addEventListener('keydown', load, options);
    return () => {
      left.abort();
      document.removeEventListener('keydown', load, options);
      stop?.();
    };
  }, []);
}
