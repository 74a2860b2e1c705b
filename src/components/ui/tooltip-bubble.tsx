import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

export type Side = 'top' | 'right';

export interface TooltipBubbleProps extends ComponentProps<'div'> {
  beside: HTMLElement;
  side: Side;
  onHide: () => void;
}

const GAP = 6;
const EDGE = 8;

/** Above (else below) or to the right of the element, within the window. */
function placeFor(bubble: DOMRect, beside: DOMRect, side: Side): { left: number; top: number } {
  const within = (value: number, room: number): number => Math.max(EDGE, Math.min(value, room));
  const lastLeft = window.innerWidth - bubble.width - EDGE;
  const lastTop = window.innerHeight - bubble.height - EDGE;
  if (side === 'right') {
    const top = beside.top + (beside.height - bubble.height) / 2;
    return { left: within(beside.right + GAP, lastLeft), top: within(top, lastTop) };
  }
  const left = beside.left + (beside.width - bubble.width) / 2;
  const above = beside.top - bubble.height - GAP;
  const top = above >= EDGE ? above : beside.bottom + GAP;
  return { left: within(left, lastLeft), top: within(top, lastTop) };
}

/** The words of a tooltip. Esc and scrolling take them away, the former without closing anything else. */
export function TooltipBubble({ beside, side, onHide, ...props }: TooltipBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const box = bubble.current?.getBoundingClientRect();
    if (box) setPlace(placeFor(box, beside.getBoundingClientRect(), side));
  }, [beside, side]);
  const hide = useRef(onHide);
  hide.current = onHide;
  useEffect(() => {
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    window.addEventListener('scroll', () => hide.current(), options);
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        hide.current();
      },
      options,
    );
    return () => ended.abort();
  }, []);
  return createPortal(
    <div
      ref={bubble}
      role="tooltip"
      style={place}
      className="fixed z-50 max-w-[calc(100vw-16px)] animate-fade-in rounded-small bg-foreground px-2.5 py-1.5 font-[550] text-background text-xs"
      {...props}
    />,
    document.body,
  );
}
