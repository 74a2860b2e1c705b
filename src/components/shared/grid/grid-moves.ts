import type { Place, Selection } from './grid-types';

export interface Size {
  rows: number;
  columns: number;
  /** Rows of a page. */
  page: number;
}

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));

function target({ key, ctrlKey, metaKey }: Press, at: Place, size: Size): Place | null {
  const far = ctrlKey || metaKey;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  switch (key) {
    case 'ArrowUp':
      return { ...at, row: far ? 0 : at.row - 1 };
    case 'ArrowDown':
      return { ...at, row: far ? last.row : at.row + 1 };
    case 'ArrowLeft':
      return { ...at, column: far ? 0 : at.column - 1 };
    case 'ArrowRight':
      return { ...at, column: far ? last.column : at.column + 1 };
    case 'Home':
      return { row: far ? 0 : at.row, column: 0 };
    case 'End':
      return { row: far ? last.row : at.row, column: last.column };
    case 'PageUp':
      return { ...at, row: at.row - size.page };
    case 'PageDown':
      return { ...at, row: at.row + size.page };
    default:
      return null;
  }
}

/** Where an arrow, Home, End or a page key leads; with Shift the selection grows. Null: no such key. */
export function moved(press: Press, selection: Selection, size: Size): Selection | null {
  const next = target(press, selection.active, size);
  if (!next) return null;
  const active = {
    row: clamp(next.row, size.rows - 1),
    column: clamp(next.column, size.columns - 1),
  };
  return { active, anchor: press.shiftKey ? selection.anchor : active };
}

/** The cell after this one, as Tab goes: at the end of a row the next one begins. Null: the grid ends. */
export function afterTab(at: Place, back: boolean, size: Size): Place | null {
  const index = at.row * size.columns + at.column + (back ? -1 : 1);
  if (index < 0 || index >= size.rows * size.columns) return null;
  return { row: Math.floor(index / size.columns), column: index % size.columns };
}
