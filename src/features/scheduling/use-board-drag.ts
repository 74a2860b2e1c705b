import { type RefObject, useEffect, useRef } from 'react';
import { STEP_MINUTES } from '@/features/scheduling/board';

export interface Drop {
  /** Ids of what was dragged, as in `data-piece`. */
  piece: string;
  fromRow: string;
  toRow: string;
  day: string;
  /** With Alt or Control: a copy stays where it was. */
  copy: boolean;
  /** In the hours of a day: by how much the start moved. */
  minutes: number;
}

/** Somebody from the list of who is free, dropped on a cell. */
export interface PersonDrop {
  person: string;
  toRow: string;
  day: string;
  /** The shift under the pointer, as in `data-piece`. */
  piece: string | null;
}

export interface Resize {
  piece: string;
  minutes: number;
}

interface Drag {
  pointer: number;
  /** What is carried: a shift, or somebody who is free. */
  piece: HTMLElement;
  kind: 'move' | 'resize';
  x: number;
  y: number;
  ghost: HTMLElement | null;
  target: HTMLElement | null;
  holdTimer: number | undefined;
}

const START_PIXELS = 4;
const HOLD_MS = 280;
const SCROLL_EDGE_PIXELS = 60;
const SCROLL_STEP_PIXELS = 14;

/** Pixels of a day's row in the hour view; elsewhere a day is one cell and hours are not moved. */
const minutesOf = (piece: HTMLElement, pixels: number): number => {
  const track = piece.closest<HTMLElement>('[data-minutes]');
  if (!track) return 0;
  const minutes = (pixels / track.clientWidth) * Number(track.dataset['minutes']);
  return Math.round(minutes / STEP_MINUTES) * STEP_MINUTES;
};

function lift(drag: Drag): void {
  const box = drag.piece.getBoundingClientRect();
  const ghost = drag.piece.cloneNode(true) as HTMLElement;
  ghost.removeAttribute('id');
  ghost.setAttribute('aria-hidden', 'true');
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    zIndex: '60',
    pointerEvents: 'none',
    opacity: '0.9',
    // A layer of its own: what it passes over is not drawn again.
    willChange: 'transform',
  });
  document.body.append(ghost);
  drag.ghost = ghost;
  drag.piece.style.opacity = '0.35';
}

const pieceAt = ({ clientX, clientY }: PointerEvent): string | null =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-piece]')?.dataset[
    'piece'
  ] ?? null;

/** By how much to scroll for a pointer near one end of what is seen. */
function edgeStep(at: number, start: number, end: number): number {
  if (at < start + SCROLL_EDGE_PIXELS) return -SCROLL_STEP_PIXELS;
  return at > end - SCROLL_EDGE_PIXELS ? SCROLL_STEP_PIXELS : 0;
}

function scrollNearEdge(board: HTMLElement, { clientX, clientY }: PointerEvent): void {
  window.scrollBy(0, edgeStep(clientY, 0, window.innerHeight));
  const { left, right } = board.getBoundingClientRect();
  board.scrollBy(edgeStep(clientX, left, right), 0);
}

/**
 * Dragging shifts by mouse, pen and finger, without drawing React anew until they are dropped. A
 * finger has to rest first, so that the board still scrolls. See decision 142.
 */
export function useBoardDrag(
  board: RefObject<HTMLElement | null>,
  enabled: boolean,
  on: {
    drop: (drop: Drop) => void;
    resize: (resize: Resize) => void;
    person: (drop: PersonDrop) => void;
  },
): void {
  const handlers = useRef(on);
  handlers.current = on;
  useEffect(() => {
    const table = board.current;
    if (!table || !enabled) return;
    // The list of who is free stands beside the board.
    const root = table.closest<HTMLElement>('[data-plan]') ?? table;
    let drag: Drag | null = null;
    let moved = false;

    const mark = (cell: HTMLElement | null): void => {
      if (!drag || drag.target === cell) return;
      drag.target?.removeAttribute('data-target');
      cell?.setAttribute('data-target', '');
      drag.target = cell;
    };
    const end = (): void => {
      if (!drag) return;
      window.clearTimeout(drag.holdTimer);
      mark(null);
      drag.ghost?.remove();
      drag.piece.style.opacity = '';
      drag.piece.style.width = '';
      drag = null;
    };
    const down = (event: PointerEvent): void => {
      const from = event.target as HTMLElement;
      const piece = from.closest<HTMLElement>('[data-piece], [data-person]');
      if (!piece || event.button !== 0 || drag) return;
      moved = false;
      const kind = from.closest('[data-resize]') ? 'resize' : 'move';
      const begun: Drag = {
        pointer: event.pointerId,
        piece,
        kind,
        x: event.clientX,
        y: event.clientY,
        ghost: null,
        target: null,
        holdTimer: undefined,
      };
      drag = begun;
      if (event.pointerType === 'touch' && kind === 'move') {
        begun.holdTimer = window.setTimeout(() => {
          moved = true;
          lift(begun);
        }, HOLD_MS);
      }
    };
    const move = (event: PointerEvent): void => {
      if (!drag || event.pointerId !== drag.pointer) return;
      const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!moved) {
        if (Math.hypot(x, y) < START_PIXELS) return;
        // A finger that moves before it rested scrolls; on the edge of a shift it resizes.
        if (event.pointerType === 'touch' && drag.kind === 'move') {
          end();
          return;
        }
        moved = true;
        if (drag.kind === 'move') lift(drag);
      }
      event.preventDefault();
      if (drag.kind === 'resize') {
        const width = drag.piece.dataset['width'] ?? String(drag.piece.offsetWidth);
        drag.piece.dataset['width'] = width;
        drag.piece.style.width = `${Math.max(12, Number(width) + x)}px`;
        return;
      }
      if (drag.ghost) drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
      scrollNearEdge(table, event);
      const under = document.elementFromPoint(event.clientX, event.clientY);
      mark(under?.closest<HTMLElement>('[data-cell]') ?? null);
    };
    const up = (event: PointerEvent): void => {
      if (!drag || event.pointerId !== drag.pointer) return;
      const { piece, kind, target, x } = drag;
      const cell = target ? { ...target.dataset } : null;
      const minutes = minutesOf(piece, event.clientX - x);
      const wasMoved = moved;
      delete piece.dataset['width'];
      end();
      if (!wasMoved) return;
      const ids = piece.dataset['piece'] ?? '';
      const { person } = piece.dataset;
      if (kind === 'resize') handlers.current.resize({ piece: ids, minutes });
      else if (person && cell?.['cell'])
        handlers.current.person({
          person,
          toRow: cell['cell'],
          day: cell['day'] ?? '',
          piece: pieceAt(event),
        });
      else if (cell?.['cell'])
        handlers.current.drop({
          piece: ids,
          fromRow: piece.dataset['row'] ?? '',
          toRow: cell['cell'],
          day: cell['day'] ?? '',
          copy: event.altKey || event.ctrlKey || event.metaKey,
          minutes,
        });
    };
    const cancel = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') end();
    };
    // The press that ends a drag is no click.
    const swallow = (event: MouseEvent): void => {
      if (!moved) return;
      moved = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const still = (event: TouchEvent): void => {
      if (drag && moved) event.preventDefault();
    };
    const quiet = (event: Event): void => {
      if (drag) event.preventDefault();
    };
    root.addEventListener('pointerdown', down);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', cancel);
    root.addEventListener('click', swallow, true);
    root.addEventListener('touchmove', still, { passive: false });
    root.addEventListener('contextmenu', quiet);
    root.addEventListener('dragstart', quiet);
    return () => {
      end();
      root.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', cancel);
      root.removeEventListener('click', swallow, true);
      root.removeEventListener('touchmove', still);
      root.removeEventListener('contextmenu', quiet);
      root.removeEventListener('dragstart', quiet);
    };
  }, [board, enabled]);
}
