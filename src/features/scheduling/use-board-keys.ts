import { type KeyboardEvent, useState } from 'react';

export interface Picked {
  piece: string;
  fromRow: string;
  row: string;
  day: string;
  endMinutes: number;
}

const END_STEP_MINUTES = 30;

interface Places {
  rows: readonly string[];
  days: readonly string[];
}

const step = (list: readonly string[], value: string, by: number): string =>
  list[Math.min(Math.max(list.indexOf(value) + by, 0), list.length - 1)] ?? value;

/** What an arrow key moves: rows, days. */
function arrow(key: string): { rows: number; days: number } | null {
  if (key === 'ArrowUp') return { rows: -1, days: 0 };
  if (key === 'ArrowDown') return { rows: 1, days: 0 };
  if (key === 'ArrowLeft') return { rows: 0, days: -1 };
  return key === 'ArrowRight' ? { rows: 0, days: 1 } : null;
}

export interface BoardKeys {
  places: Places;
  mayMove: boolean;
  onChange: (picked: Picked) => void;
  onPut: (picked: Picked, copy: boolean) => void;
  onPutBack: () => void;
}

/** Arrow keys go from cell to cell; Space picks a shift up and puts it down. */
export function useBoardKeys({ places, mayMove, onChange, onPut, onPutBack }: BoardKeys) {
  const [picked, setPicked] = useState<Picked | null>(null);
  const change = (next: Picked): void => {
    setPicked(next);
    onChange(next);
  };
  const carry = (event: KeyboardEvent, held: Picked): void => {
    const by = arrow(event.key);
    const done = event.key === ' ' || event.key === 'Enter' || event.key.toLowerCase() === 'c';
    if (!by && !done && event.key !== 'Escape') return;
    event.preventDefault();
    if (by && event.shiftKey)
      change({ ...held, endMinutes: held.endMinutes + END_STEP_MINUTES * (by.days - by.rows) });
    else if (by)
      change({
        ...held,
        row: step(places.rows, held.row, by.rows),
        day: step(places.days, held.day, by.days),
      });
    else {
      setPicked(null);
      if (event.key === 'Escape') onPutBack();
      else onPut(held, event.key.toLowerCase() === 'c');
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (picked) {
      carry(event, picked);
      return;
    }
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>('[data-cell]');
    if (!cell) return;
    const { cell: row = '', day = '' } = cell.dataset;
    const piece = target.closest<HTMLElement>('[data-piece]');
    if (event.key === ' ' && piece && mayMove) {
      event.preventDefault();
      const ids = piece.dataset['piece'] ?? '';
      change({ piece: ids, fromRow: row, row, day, endMinutes: 0 });
      return;
    }
    const by = arrow(event.key);
    if (!by) return;
    event.preventDefault();
    const inCell = [...cell.querySelectorAll<HTMLElement>('button')];
    const beside = inCell[inCell.indexOf(target) + by.days];
    const next =
      by.days !== 0 && beside
        ? beside
        : event.currentTarget
            .querySelector(
              `[data-cell="${step(places.rows, row, by.rows)}"][data-day="${step(places.days, day, by.days)}"]`,
            )
            ?.querySelector('button');
    (next as HTMLElement | null | undefined)?.focus();
  };
  return { picked, onKeyDown };
}
