import { type PointerEvent, useRef, useState } from 'react';

interface View {
  scale: number;
  x: number;
  y: number;
}

const UNZOOMED: View = { scale: 1, x: 0, y: 0 };
const LARGEST = 6;
const SWIPE_PIXELS = 60;

type Point = { x: number; y: number };
const distance = ([one, other]: Point[]): number =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;

/** Two fingers zoom, one moves what is zoomed and otherwise turns to the next photo. */
export function useZoom(onSwipe: (step: 1 | -1) => void) {
  const [view, setView] = useState(UNZOOMED);
  const pointers = useRef(new Map<number, Point>());
  const start = useRef({ view: UNZOOMED, spread: 0, point: { x: 0, y: 0 }, pinched: false });

  const begin = (): void => {
    const points = [...pointers.current.values()];
    start.current = {
      view,
      spread: distance(points),
      point: points[0] ?? { x: 0, y: 0 },
      pinched: start.current.pinched || points.length > 1,
    };
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (pointers.current.size === 0) start.current.pinched = false;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    event.currentTarget.setPointerCapture(event.pointerId);
    begin();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!pointers.current.has(event.pointerId)) return;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const points = [...pointers.current.values()];
    const { view: from, spread, point } = start.current;
    if (points.length > 1 && spread > 0) {
      const scale = Math.min(LARGEST, Math.max(1, (from.scale * distance(points)) / spread));
      setView(scale === 1 ? UNZOOMED : { ...from, scale });
    } else if (from.scale > 1 && points[0]) {
      setView({ ...from, x: from.x + points[0].x - point.x, y: from.y + points[0].y - point.y });
    }
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const { view: from, point, pinched } = start.current;
    const single = pointers.current.size === 1;
    pointers.current.delete(event.pointerId);
    const moved = event.clientX - point.x;
    if (single && !pinched && from.scale === 1 && Math.abs(moved) > SWIPE_PIXELS) {
      onSwipe(moved < 0 ? 1 : -1);
    }
    begin();
  };
  const zoom = (): void => setView(view.scale === 1 ? { scale: 2.5, x: 0, y: 0 } : UNZOOMED);
  return {
    reset: () => setView(UNZOOMED),
    zoom,
    zoomed: view.scale > 1,
    style: { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` },
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onDoubleClick: zoom,
    },
  };
}
