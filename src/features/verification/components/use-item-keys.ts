import { useEffect } from 'react';

const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"] *, [role="listbox"] *';

/** What each key does. Never while someone types. */
export function useItemKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.matches(TYPING)) return;
      if (document.querySelector('[role="dialog"][data-state="open"]')) return;
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [keys]);
}

/** Presses the button below the item that shows this key. */
export function pressAction(key: string): void {
  document
    .querySelector<HTMLElement>(`[data-item-actions] [data-key="${key}"]:not(:disabled)`)
    ?.click();
}
