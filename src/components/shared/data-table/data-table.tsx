import { type ReactNode, useMemo, useState } from 'react';
import { useFormat } from '@/lib/format-context';
import { useIsMobile } from '@/lib/use-media-query';
import { CardList } from './card-list';
import type { Column, Sort } from './column';
import { sortRows } from './sort-rows';
import { useFits } from './use-fits';
import { WideTable } from './wide-table';

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Shown in place of the table when there are no rows. */
  empty?: ReactNode;
  /** Uncontrolled unless given; `useSortParam` keeps it in the address. */
  sort?: Sort | null;
  onSortChange?: (sort: Sort | null) => void;
  /** First cell of the totals row; the row appears when any column has a `total`. */
  totalLabel?: string;
  /** Marks rows, such as the running entry. */
  rowTone?: (row: Row) => 'normal' | 'running' | 'muted';
  /** Rows that are headings of those below them; their figure stands in the column with the total. */
  section?: (row: Row) => SectionHeading | null;
  /** What a click on any part of a row does, beside the link in it. */
  onRowOpen?: (row: Row) => void;
  /** The last rows come into sight: time to load more. */
  onEndNear?: () => void;
}

export interface SectionHeading {
  title: ReactNode;
  figure?: ReactNode;
}

/**
 * Table from 768 px on where it fits, else cards: never a sideways-scrolling table. Sorts, keeps header and
 * totals in sight and draws long lists in part. Put it straight into a `Card`.
 */
export function DataTable<Row>({
  rows,
  columns,
  empty,
  sort,
  onSortChange,
  ...props
}: DataTableProps<Row>) {
  const { locale } = useFormat();
  const isMobile = useIsMobile();
  const [fits, watchRoom] = useFits();
  const [ownSort, setOwnSort] = useState<Sort | null>(null);
  const activeSort = sort === undefined ? ownSort : sort;
  const sorted = useMemo(
    () => sortRows(rows, columns, activeSort, locale),
    [rows, columns, activeSort, locale],
  );
  if (rows.length === 0 && empty) return empty;
  return (
    <div ref={isMobile ? null : watchRoom}>
      {isMobile || !fits ? (
        <CardList rows={sorted} columns={columns} {...props} />
      ) : (
        <WideTable
          rows={sorted}
          columns={columns}
          sort={activeSort}
          onSortChange={onSortChange ?? setOwnSort}
          {...props}
        />
      )}
    </div>
  );
}
