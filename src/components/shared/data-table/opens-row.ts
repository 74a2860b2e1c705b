import type { MouseEvent } from 'react';

/**
 * A click anywhere on the row does what its link does. What can be clicked by itself keeps its own
 * meaning, and so does selecting text; the keyboard uses the link.
 */
export function opensRow<Row>(row: Row, open: ((row: Row) => void) | undefined) {
  if (!open) return {};
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      const own = (event.target as HTMLElement).closest('a, button, input, label, [role="button"]');
      if (own || window.getSelection()?.isCollapsed === false) return;
      open(row);
    },
  };
}
