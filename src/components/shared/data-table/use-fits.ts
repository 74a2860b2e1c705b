import { useLayoutEffect, useState } from 'react';

/**
 * Whether the table fits beside the navigation, which a media query cannot know. Once it did not,
 * the width it asked for is remembered: cards stay until there is that much room.
 */
export function useFits(element: HTMLElement | null): boolean {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  const [needed, setNeeded] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  // After every render: other rows may be wider.
  useLayoutEffect(() => {
    if (!element || element.scrollWidth <= element.clientWidth + 1) return;
    setRoom(element.clientWidth);
    setNeeded(element.scrollWidth);
  });
  return room >= needed;
}
