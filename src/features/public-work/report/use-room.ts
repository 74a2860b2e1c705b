import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';

export type FormShape = 'beside' | 'below' | 'cards';

/**
 * How much of the form fits beside the navigation, which a media query cannot know: the checks beside each
 * row, below it, or a card for each worker. Labels and amounts may need more room than the usual: once
 * they did, that width is remembered.
 */
export function useRoom(): [FormShape, RefCallback<HTMLElement>] {
  const place = useRef<HTMLElement>(null);
  const needed = useRef({ beside: 1230, below: 1020 });
  const [shape, setShape] = useState<FormShape>('beside');
  const measure = useCallback(() => {
    const { clientWidth = 0, scrollWidth = 0 } = place.current ?? {};
    // Not drawn yet.
    if (clientWidth === 0) return;
    if (shape !== 'cards' && scrollWidth > clientWidth + 1) needed.current[shape] = scrollWidth;
    const { beside, below } = needed.current;
    setShape(clientWidth >= beside ? 'beside' : clientWidth >= below ? 'below' : 'cards');
  }, [shape]);
  const watch = useCallback(
    (element: HTMLElement | null) => {
      place.current = element;
      if (!element) return;
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => {
        place.current = null;
        observer.disconnect();
      };
    },
    [measure],
  );
  // After every render: other rows may be wider.
  useLayoutEffect(measure);
  return [shape, watch];
}
