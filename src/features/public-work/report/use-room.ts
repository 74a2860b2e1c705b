import { type RefCallback, useCallback, useState } from 'react';

/** What the columns of the form need: with the checks beside each row, and with them below it. */
const CHECKS_BESIDE = 1230;
const CHECKS_BELOW = 1020;

export type FormShape = 'beside' | 'below' | 'cards';

/** How much of the form fits beside the navigation, which a media query cannot know. */
export function useRoom(): [FormShape, RefCallback<HTMLElement>] {
  const [shape, setShape] = useState<FormShape>('beside');
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth;
      // Not drawn yet.
      if (width === 0) return;
      setShape(width >= CHECKS_BESIDE ? 'beside' : width >= CHECKS_BELOW ? 'below' : 'cards');
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [shape, watch];
}
