import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { RowWindowProps } from './row-window';

/** Default export because it is loaded for long lists only. */
export default function VirtualRowWindow({
  count,
  estimatedHeight,
  container,
  onEndNear,
  children,
}: RowWindowProps) {
  const [offset, setOffset] = useState(0);

  useLayoutEffect(() => {
    const top = container.current?.getBoundingClientRect().top ?? 0;
    setOffset(top + window.scrollY);
  }, [container]);

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimatedHeight,
    overscan: 12,
    scrollMargin: offset,
  });
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
