import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import type { RowWindowProps } from './row-window';

const OVERSCAN = 12;

/** In a dialog its body scrolls, everywhere else the page does. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  if (!element?.closest('[role="dialog"]')) return null;
  let parent = element.parentElement;
  while (parent && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) {
    parent = parent.parentElement;
  }
  return parent;
}

/** Default export because it is loaded for long lists only. */
export default function VirtualRowWindow(props: RowWindowProps) {
  const { container } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const found = scrollerOf(container.current);
    const top = container.current?.getBoundingClientRect().top ?? 0;
    setScroller(found);
    setOffset(
      found ? top - found.getBoundingClientRect().top + found.scrollTop : top + window.scrollY,
    );
  }, [container]);
  const Rows = scroller ? RowsOfElement : RowsOfPage;
  return <Rows {...props} offset={offset} scroller={scroller} />;
}

interface RowsProps extends RowWindowProps {
  /** Pixels from the start of what scrolls to the first row. */
  offset: number;
  scroller: HTMLElement | null;
}

function RowsOfPage({ offset, ...props }: RowsProps) {
  const virtualizer = useWindowVirtualizer({
    count: props.count,
    estimateSize: () => props.estimatedHeight,
    overscan: OVERSCAN,
    scrollMargin: offset,
  });
  return useDrawn(virtualizer, offset, props);
}

function RowsOfElement({ offset, scroller, ...props }: RowsProps) {
  const virtualizer = useVirtualizer({
    count: props.count,
    getScrollElement: () => scroller,
    estimateSize: () => props.estimatedHeight,
    overscan: OVERSCAN,
    scrollMargin: offset,
  });
  return useDrawn(virtualizer, offset, props);
}

function useDrawn<Scroller extends Element | Window>(
  virtualizer: Virtualizer<Scroller, Element>,
  offset: number,
  { count, onEndNear, children }: Pick<RowWindowProps, 'count' | 'onEndNear' | 'children'>,
): ReactNode {
  const items = virtualizer.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastDrawn >= count - 1) onEndNear?.();
  }, [count, lastDrawn, onEndNear]);
  return children({
    indexes: items.map((item) => item.index),
    before: (items[0]?.start ?? offset) - offset,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset),
    measure: virtualizer.measureElement,
  });
}
