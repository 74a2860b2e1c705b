import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Whether the table fits beside the navigation, which a media query cannot know. Once it did not,
 * the width it asked for is remembered: cards stay until there is that much room.
 */
export function useFits(): [boolean, RefCallback<HTMLElement>] {
  const place = useRef<HTMLElement>(null);
  const needed = useRef(0);
  const [fits, setFits] = useState(true);
  const watch = useCallback((element: HTMLElement | null) => {
    place.current = element;
    if (!element) return;
    const observer = new ResizeObserver(() => setFits(element.clientWidth >= needed.current));
    observer.observe(element);
    return () => {
      place.current = null;
      observer.disconnect();
    };
  }, []);
  // After every render: other rows may be wider.
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || element.scrollWidth <= element.clientWidth + 1) return;
    needed.current = element.scrollWidth;
    setFits(false);
  });
  return [fits, watch];
}
