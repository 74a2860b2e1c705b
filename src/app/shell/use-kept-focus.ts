import { useEffect } from 'react';

/** Loaded with the first key: fingers and mice do not need it. */
export function useKeptFocus(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    const load = async (): Promise<void> => {
      const { keepFocus } = await import('@/lib/keep-focus');
      if (!isOver) stop = keepFocus();
    };
    const options = { once: true, capture: true };
    document.addEventListener('keydown', load, options);
    return () => {
      isOver = true;
      document.removeEventListener('keydown', load, options);
      stop?.();
    };
  }, []);
}
