import { type ReactNode, type RefObject, Suspense, useEffect } from 'react';
import { late } from '@/components/shared/late';
import { useMediaQuery } from '@/lib/use-media-query';

/** Below this many rows drawing them all is cheaper than measuring. */
const VIRTUAL_FROM = 80;

/** The rows to draw now, and the empty space (pixels) in place of the others. */
export interface DrawnRows {
  indexes: number[];
  before: number;
  after: number;
  measure: (element: HTMLElement | null) => void;
}

export interface RowWindowProps {
  count: number;
  estimatedHeight: number;
  /** The element that holds the rows. */
  container: RefObject<HTMLElement | null>;
  /** The last row is drawn: time to load more. */
  onEndNear?: (() => void) | undefined;
  children: (drawn: DrawnRows) => ReactNode;
}

// Most lists are short; only long ones pay for the virtualizer.
const VirtualRowWindow = late(() => import('./virtual-row-window'), {
  // Slower, and complete.
  missing: ({ count, children }: RowWindowProps) => children(firstRows(count)),
});

function firstRows(count: number): DrawnRows {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return { indexes, before: 0, after: 0, measure: () => undefined };
}

/** Draws only the rows near the window; all of them for short lists and on paper. */
export function RowWindow(props: RowWindowProps) {
  const printing = useMediaQuery('print');
  const { count, onEndNear, children } = props;
  const virtual = count >= VIRTUAL_FROM && !printing;

  useEffect(() => {
    if (!virtual && count > 0) onEndNear?.();
  }, [virtual, count, onEndNear]);

  if (!virtual) return children(firstRows(count));
  return (
    <Suspense fallback={children(firstRows(VIRTUAL_FROM))}>
      <VirtualRowWindow {...props} />
    </Suspense>
  );
}
