import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { cn } from '@/lib/class-names';
import type { Column, Sort } from './column';
import { nextSort } from './sort-rows';

export interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: Sort | null;
  onSortChange: (sort: Sort | null) => void;
  className?: string;
}

export function HeaderCell<Row>({ column, sort, onSortChange, className }: HeaderCellProps<Row>) {
  const direction = sort?.column === column.id ? sort.direction : null;
  const Arrow =
    direction === null ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  const end = column.align === 'end';
  return (
    <th
      scope="col"
      aria-sort={column.sortBy ? (direction ?? 'none') : undefined}
      className={cn(
        'border-b bg-surface py-2.5 font-[550] text-muted text-xs',
        end ? 'text-right' : 'text-left',
        className,
        column.className,
      )}
    >
      {column.sortBy ? (
        <button
          type="button"
          onClick={() => onSortChange(nextSort(sort, column.id))}
          className={cn(
            'group inline-flex items-center gap-1 rounded-small align-middle hover:text-foreground',
            end ? 'flex-row-reverse text-right' : 'text-left',
          )}
        >
          {column.header}
          <Arrow
            aria-hidden="true"
            className={cn(
              'size-3.5',
              direction === null &&
                'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
            )}
          />
        </button>
      ) : (
        <span className={cn('align-middle', column.headerHidden && 'sr-only')}>
          {column.header}
        </span>
      )}
    </th>
  );
}
