import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Nulls sort last in both directions. */
  sortBy?: (row: Row) => string | number | null;
  /** `end` for every numeric column; figures are tabular there. */
  align?: 'start' | 'end';
  /** Layout classes for the column, such as `w-28` or `max-lg:hidden`. */
  className?: string;
  /** This column's cell in the sticky totals row. */
  total?: ReactNode;
  /**
   * Where it stands on a phone's card: the bold first line, the figure at its end, a labelled
   * line (default), the buttons at the foot, or nowhere.
   */
  card?: 'title' | 'aside' | 'line' | 'actions' | 'hidden';
  /** The header is only spoken, for columns of buttons or checkboxes. */
  headerHidden?: boolean;
}

export interface Sort {
  column: string;
  direction: 'ascending' | 'descending';
}
