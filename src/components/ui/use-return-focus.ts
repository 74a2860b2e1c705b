import { useRef } from 'react';

/**
 * Dialogs without a trigger of their own give the focus back to what had it when they opened, so that
 * the keyboard goes on where it was. What is gone by then is left to the dialog.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = opener;
      if (!(current instanceof HTMLElement) || !current.isConnected) return;
      if (current === document.body) return;
      event.preventDefault();
      current.focus({ preventScroll: true });
    },
  };
}
