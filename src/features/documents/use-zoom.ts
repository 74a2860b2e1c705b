import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const STEPS = [1, 1.5, 2, 3, 4];
const MIN = 1;
const MAX = 4;

interface Point {
  x: number;
  y: number;
}

const clamp = (zoom: number): number => Math.min(MAX, Math.max(MIN, zoom));

const distance = ({ touches: [a, b] }: TouchEvent): number =>
  a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;

/** Between two fingers, from the corner of what scrolls. */
function middle({ touches: [a, b] }: TouchEvent, box: DOMRect): Point {
  if (!a || !b) return { x: 0, y: 0 };
  return {
    x: (a.clientX + b.clientX) / 2 - box.left,
    y: (a.clientY + b.clientY) / 2 - box.top,
  };
}

/**
 * How large the content of a scrolling area is shown: by buttons, two fingers, or the wheel with Ctrl.
 * What is under the fingers, else the upper left corner, stays where it is.
 */
export function useZoom(area: RefObject<HTMLElement | null>, enabled: boolean) {
  const [zoom, setZoom] = useState(MIN);
  const now = useRef(MIN);
  const before = useRef({ zoom: MIN, at: null as Point | null });

  const change = (next: number, at: Point | null = null): void => {
    before.current = { zoom: now.current, at };
    now.current = clamp(next);
    setZoom(now.current);
  };

  useLayoutEffect(() => {
    const element = area.current;
    const { zoom: last, at } = before.current;
    if (!element || last === zoom) return;
    // By a button: where reading goes on, at the upper left.
    const { x, y } = at ?? { x: 0, y: 0 };
    const ratio = zoom / last;
    element.scrollLeft = (element.scrollLeft + x) * ratio - x;
    element.scrollTop = (element.scrollTop + y) * ratio - y;
    before.current = { zoom, at: null };
  }, [zoom, area]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` reads and writes refs only.
  useEffect(() => {
    const element = area.current;
    if (!element || !enabled) return;
    let start = { apart: 0, zoom: MIN };
    const begin = (event: TouchEvent): void => {
      start = { apart: distance(event), zoom: now.current };
    };
    const pinch = (event: TouchEvent): void => {
      if (event.touches.length !== 2 || start.apart === 0) return;
      event.preventDefault();
      const next = start.zoom * (distance(event) / start.apart);
      change(next, middle(event, element.getBoundingClientRect()));
    };
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      change(now.current * (event.deltaY < 0 ? 1.1 : 1 / 1.1), at);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', pinch, { passive: false });
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', pinch);
      element.removeEventListener('wheel', wheel);
    };
  }, [area, enabled]);

  return {
    zoom,
    zoomIn: zoom < MAX ? () => change(STEPS.find((step) => step > zoom) ?? MAX) : null,
    zoomOut: zoom > MIN ? () => change(STEPS.findLast((step) => step < zoom) ?? MIN) : null,
  };
}
