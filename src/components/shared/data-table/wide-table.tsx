import { useRef } from 'react';
import { cn } from '@/lib/class-names';
import type { Column, Sort } from './column';
import type { DataTableProps, SectionHeading } from './data-table';
import { HeaderCell } from './header-cell';
import { opensRow } from './opens-row';
import { RowWindow } from './row-window';

type WideTableProps<Row> = Omit<DataTableProps<Row>, 'empty' | 'sort' | 'onSortChange'> & {
  sort: Sort | null;
  onSortChange: (sort: Sort | null) => void;
};

export const rowTones = { normal: '', running: 'bg-running-soft/50', muted: 'text-muted' };

const edge = 'px-3 first:pl-5 last:pr-5';

function cellClasses<Row>(column: Column<Row>): string {
  return cn(
    edge,
    'border-t py-2.5 group-first/row:border-t-0',
    column.align === 'end' && 'tabular text-right',
    column.className,
  );
}

function TotalsRow<Row>({ columns, label }: { columns: readonly Column<Row>[]; label: string }) {
  return (
    <tfoot className="sticky bottom-0 z-10">
      <tr>
        {columns.map((column, index) => (
          <td
            key={column.id}
            className={cn(
              edge,
              'border-t border-t-border-strong bg-sunken py-2.5 font-[620]',
              column.align === 'end' && 'tabular text-right',
              column.className,
            )}
          >
            {index === 0 ? (column.total ?? label) : column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** Stands in for the rows that are not drawn. */
function Spacer({ columns, height }: { columns: number; height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a plain table takes no focus.
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height }} className="p-0" />
    </tr>
  );
}

function SectionCells<Row>({
  columns,
  heading,
}: {
  columns: readonly Column<Row>[];
  heading: SectionHeading;
}) {
  const figureAt = columns.findIndex((column) => column.total !== undefined);
  const before = figureAt < 1 ? columns.length : figureAt;
  const look = 'border-t bg-sunken py-2 font-[620]';
  return (
    <>
      <th scope="colgroup" colSpan={before} className={cn(edge, look, 'text-left')}>
        {heading.title}
      </th>
      {before < columns.length && (
        <td className={cn(edge, look, 'tabular text-right')}>{heading.figure}</td>
      )}
      {before + 1 < columns.length && <td colSpan={columns.length - before - 1} className={look} />}
    </>
  );
}

export function WideTable<Row>({
  label,
  rows,
  columns,
  rowKey,
  sort,
  onSortChange,
  totalLabel = '',
  rowTone,
  section,
  onEndNear,
  onRowOpen,
}: WideTableProps<Row>) {
  const container = useRef<HTMLTableSectionElement>(null);
  const hasTotals = columns.some((column) => column.total !== undefined);
  return (
    <table
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className="w-full border-separate border-spacing-0 text-sm"
    >
      <thead className="sticky top-(--top-bar-height) z-10">
        <tr>
          {columns.map((column) => (
            <HeaderCell
              key={column.id}
              column={column}
              sort={sort}
              onSortChange={onSortChange}
              className={cn(edge, 'first:rounded-tl-card last:rounded-tr-card')}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={container}>
        <RowWindow
          count={rows.length}
          estimatedHeight={48}
          container={container}
          onEndNear={onEndNear}
        >
          {({ indexes, before, after, measure }) => (
            <>
              {before > 0 && <Spacer columns={columns.length} height={before} />}
              {indexes.map((index) => {
                const row = rows[index];
                if (row === undefined) return null;
                const heading = section?.(row) ?? null;
                return (
                  <tr
                    key={rowKey(row)}
                    ref={measure}
                    data-index={index}
                    aria-rowindex={index + 2}
                    {...opensRow(row, heading ? undefined : onRowOpen)}
                    className={cn(
                      'group/row hover:bg-sunken',
                      onRowOpen && !heading && 'cursor-pointer',
                      rowTones[rowTone?.(row) ?? 'normal'],
                    )}
                  >
                    {heading ? (
                      <SectionCells columns={columns} heading={heading} />
                    ) : (
                      columns.map((column) => (
                        <td key={column.id} className={cellClasses(column)}>
                          {column.cell(row)}
                        </td>
                      ))
                    )}
                  </tr>
                );
              })}
              {after > 0 && <Spacer columns={columns.length} height={after} />}
            </>
          )}
        </RowWindow>
      </tbody>
      {hasTotals && <TotalsRow columns={columns} label={totalLabel} />}
    </table>
  );
}
