import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useMediaQuery } from '@/lib/use-media-query';

/** Below this many rows drawing them all is cheaper than measuring. */
const VIRTUAL_FROM = 80;

export interface VirtualRows<Element extends HTMLElement> {
  container: RefObject<Element | null>;
  measure: (element: HTMLElement | null) => void;
  /** Indexes to draw. */
  indexes: number[];
  /** Empty space before and after them, in pixels. */
  before: number;
  after: number;
}

/** Draws only the rows near the window; all of them for short lists and on paper. */
export function useVirtualRows<Element extends HTMLElement>(
  count: number,
  estimatedHeight: number,
  onEndNear?: () => void,
): VirtualRows<Element> {
  const container = useRef<Element>(null);
  const [offset, setOffset] = useState(0);
  const printing = useMediaQuery('print');
  const virtual = count >= VIRTUAL_FROM && !printing;

  useLayoutEffect(() => {
    if (!virtual || !container.current) return;
    setOffset(container.current.getBoundingClientRect().top + window.scrollY);
  }, [virtual]);

  const virtualizer = useWindowVirtualizer({
    count,
    enabled: virtual,
    estimateSize: () => estimatedHeight,
    overscan: 12,
    scrollMargin: offset,
  });

  const lastDrawn = virtual ? (virtualizer.getVirtualItems().at(-1)?.index ?? 0) : count - 1;
  useEffect(() => {
    if (count > 0 && lastDrawn >= count - 1) onEndNear?.();
  }, [count, lastDrawn, onEndNear]);

  if (!virtual) {
    const indexes = Array.from({ length: count }, (_, index) => index);
    return { container, measure: () => undefined, indexes, before: 0, after: 0 };
  }
  const items = virtualizer.getVirtualItems();
  return {
    container,
    measure: virtualizer.measureElement,
    indexes: items.map((item) => item.index),
    before: (items[0]?.start ?? offset) - offset,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset),
  };
}
