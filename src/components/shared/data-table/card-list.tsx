import { useRef } from 'react';
import { cn } from '@/lib/class-names';
import type { Column } from './column';
import type { DataTableProps } from './data-table';
import { opensRow } from './opens-row';
import { RowWindow } from './row-window';
import { rowTones } from './wide-table';

type CardListProps<Row> = Omit<DataTableProps<Row>, 'empty' | 'sort' | 'onSortChange'>;

/** A cell without a value: it keeps its place in a table, and needs no line on a card. */
const NOTHING = '–';

function RowCard<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const at = (place: Column<Row>['card']): Column<Row>[] =>
    columns.filter((column) => (column.card ?? 'line') === place);
  const actions = at('actions');
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 items-baseline gap-2 font-[550] [&_button]:whitespace-normal">
          {at('title').map((column) => (
            <div key={column.id} className="shrink-0 last:min-w-0 last:shrink">
              {column.cell(row)}
            </div>
          ))}
        </div>
        <div className="tabular shrink-0 text-right font-[620]">
          {at('aside').map((column) => {
            const content = column.cell(row);
            return content === NOTHING ? null : <div key={column.id}>{content}</div>;
          })}
        </div>
      </div>
      <dl className="mt-1.5 grid grid-cols-1 gap-1 text-sm">
        {at('line').map((column) => {
          const content = column.cell(row);
          if (content === NOTHING) return null;
          return (
            <div key={column.id} className="flex items-baseline justify-between gap-4">
              <dt className="shrink-0 text-muted">{column.header}</dt>
              <dd className={cn('min-w-0 text-right', column.align === 'end' && 'tabular')}>
                {content}
              </dd>
            </div>
          );
        })}
      </dl>
      {actions.length > 0 && (
        <div className="mt-2 flex justify-end gap-1">
          {actions.map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
      )}
    </>
  );
}

/** The same rows on a phone. */
export function CardList<Row>({
  label,
  rows,
  columns,
  rowKey,
  totalLabel = '',
  rowTone,
  section,
  onEndNear,
  onRowOpen,
}: CardListProps<Row>) {
  const container = useRef<HTMLUListElement>(null);
  const totals = columns.filter((column) => column.total !== undefined);
  return (
    <>
      <ul ref={container} aria-label={label}>
        <RowWindow
          count={rows.length}
          estimatedHeight={120}
          container={container}
          onEndNear={onEndNear}
        >
          {({ indexes, before, after, measure }) => (
            <>
              {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
              {indexes.map((index) => {
                const row = rows[index];
                if (row === undefined) return null;
                const heading = section?.(row) ?? null;
                return (
                  <li
                    key={rowKey(row)}
                    ref={measure}
                    data-index={index}
                    {...opensRow(row, heading ? undefined : onRowOpen)}
                    className={cn(
                      'border-t px-4 first:border-t-0',
                      onRowOpen && !heading && 'cursor-pointer',
                      heading ? 'bg-sunken py-2' : ['py-3', rowTones[rowTone?.(row) ?? 'normal']],
                    )}
                  >
                    {heading ? (
                      <div className="flex justify-between gap-4 font-[620] text-sm">
                        <span className="min-w-0">{heading.title}</span>
                        <span className="tabular">{heading.figure}</span>
                      </div>
                    ) : (
                      <RowCard row={row} columns={columns} />
                    )}
                  </li>
                );
              })}
              {after > 0 && <li aria-hidden="true" style={{ height: after }} />}
            </>
          )}
        </RowWindow>
      </ul>
      {totals.length > 0 && (
        <div className="border-t border-t-border-strong bg-sunken px-4 py-2.5 font-[620] text-sm">
          {totals.map((column) => (
            <div key={column.id} className="flex justify-between gap-4">
              <span>{totals.length === 1 && totalLabel ? totalLabel : column.header}</span>
              <span className="tabular text-right">{column.total}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
