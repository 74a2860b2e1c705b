/** What a grid shows of a column. Cells are text: what they mean is the caller's. */
export interface GridColumn {
  key: string;
  label: string;
  width: number;
  align?: 'start' | 'end';
  readOnly?: boolean;
  /** Texts to choose from; others may be typed, and are the caller's to judge. */
  options?: readonly string[];
}

export interface GridRow {
  key: string;
  texts: Readonly<Record<string, string>>;
  /** Saved values of cells that were changed and not saved yet. */
  before?: Readonly<Record<string, string>>;
  /** Not saved yet. */
  isNew?: boolean;
  muted?: boolean;
}

export interface GridSort {
  column: string;
  direction: 'up' | 'down';
}

/** A cell by its place among the rows and columns shown. */
export interface Place {
  row: number;
  column: number;
}

export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface Edit {
  /** Row by its place; the count of rows and above are new ones. */
  row: number;
  column: string;
  text: string;
}

export interface Selection {
  active: Place;
  /** Where the selection began; the same as `active` for a single cell. */
  anchor: Place;
}

export function rangeOf({ active, anchor }: Selection): Range {
  return {
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  };
}

export const isInside = (range: Range, row: number, column: number): boolean =>
  row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
