import { useEffect } from 'react';

const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"] *';

/** J and K go through the list, A does the first thing below. Never while someone types. */
export function useItemKeys(onMove: (step: 1 | -1) => void, onAccept: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.matches(TYPING)) return;
      if (event.key === 'j') onMove(1);
      else if (event.key === 'k') onMove(-1);
      else if (event.key === 'a') onAccept();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onMove, onAccept]);
}
