import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Whether the table fits beside the navigation, which a media query cannot know. Once it did not,
 * the width it asked for is remembered: cards stay until there is that much room.
 */
export function useFits(): [boolean, RefCallback<HTMLElement>] {
  const place = useRef<HTMLElement>(null);
  const needed = useRef(0);
  const [fits, setFits] = useState(true);
  const measure = useCallback(() => {
    const element = place.current;
    if (!element) return;
    const { scrollWidth, clientWidth } = element;
    if (scrollWidth > clientWidth + 1) needed.current = scrollWidth;
    setFits(clientWidth >= needed.current);
  }, []);
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
  return [fits, watch];
}
