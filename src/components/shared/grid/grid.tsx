// biome-ignore-all lint/a11y/useSemanticElements: a table cannot place the few rows of thousands that are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are heard by the grid
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cn } from '@/lib/class-names';
import { GridCell } from './grid-cell';
import { type GridColumn, type GridRow, type GridSort, isInside, rangeOf } from './grid-types';
import { type UseGridOptions, useGrid } from './use-grid';

export interface GridProps extends Omit<UseGridOptions, 'holder' | 'growing'> {
  label: string;
  /** Says that the empty row at the end takes new ones; without it there is none. */
  newRowLabel?: string | undefined;
  /** What is wrong with a cell, with buttons that help; null: nothing. */
  problemOf: (row: GridRow, column: GridColumn) => ReactNode;
  /** How to leave the grid, read aloud with it. */
  hint: string;
  /** The column the rows are in order of. */
  sort?: GridSort | null;
}

const ROW_HEIGHT = 34;
const NUMBER_WIDTH = 44;

/** A spreadsheet: cells are walked, typed into, filled, copied and pasted by block. */
export function Grid(props: GridProps) {
  const { label, columns, rows, newRowLabel, selection, onSelect, readOnly, hint } = props;
  const growing = newRowLabel !== undefined && !readOnly;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const grid = useGrid({ ...props, growing, holder });
  const count = rows.length + (growing ? 1 : 0);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollPaddingStart: ROW_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
  });
  const { active } = selection;
  useEffect(() => {
    if (active.row < count) virtual.scrollToIndex(active.row, { align: 'auto' });
  }, [active.row, count, virtual]);
  useEffect(() => {
    const box = scroller.current;
    const end = columns
      .slice(0, active.column + 1)
      .reduce((sum, column) => sum + column.width, NUMBER_WIDTH);
    const start = end - (columns[active.column]?.width ?? 0) - NUMBER_WIDTH;
    if (box) box.scrollLeft = Math.min(start, Math.max(box.scrollLeft, end - box.clientWidth));
  }, [active.column, columns]);
  const range = rangeOf(selection);
  const width = NUMBER_WIDTH + columns.reduce((sum, column) => sum + column.width, 0);
  const pointAt = (row: number, column: number, extend: boolean): void => {
    onSelect({ active: { row, column }, anchor: extend ? selection.anchor : { row, column } });
    holder.current?.focus();
  };
  return (
    <div
      ref={scroller}
      className="relative max-h-[calc(100dvh-290px)] min-h-60 overflow-auto border-t"
    >
      <div
        ref={holder}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-description={hint}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-readonly={readOnly || undefined}
        aria-activedescendant={`${id}-${active.row}-${active.column}`}
        className="select-none text-sm outline-none"
        style={{ width, height: (count + 1) * ROW_HEIGHT }}
        onKeyDown={grid.onKeyDown}
        onCopy={grid.onCopy}
        onCut={grid.onCut}
        onPaste={grid.onPaste}
      >
        <Heads columns={columns} sort={props.sort ?? null} onSort={props.onSort} />
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            <div
              key={row?.key ?? 'new'}
              role="row"
              aria-rowindex={index + 2}
              tabIndex={-1}
              className={cn(
                'absolute left-0 flex border-b bg-surface',
                row?.isNew && 'bg-primary-soft/40 shadow-[inset_3px_0_0_var(--primary)]',
                row?.muted && 'text-muted',
              )}
              style={{ top: start + ROW_HEIGHT, height: ROW_HEIGHT, width }}
            >
              <div
                role="rowheader"
                aria-colindex={1}
                className="tabular sticky left-0 z-10 shrink-0 border-r bg-sunken text-center text-faint text-xs leading-[33px]"
                style={{ width: NUMBER_WIDTH }}
                onPointerDown={() => {
                  onSelect({
                    anchor: { row: index, column: 0 },
                    active: { row: index, column: columns.length - 1 },
                  });
                  holder.current?.focus();
                }}
              >
                {row ? index + 1 : '+'}
              </div>
              {columns.map((column, place) => {
                const isActive = active.row === index && active.column === place;
                const { editing } = grid;
                const isOpen = editing?.place.row === index && editing.place.column === place;
                return (
                  <GridCell
                    key={column.key}
                    id={`${id}-${index}-${place}`}
                    index={place}
                    column={column}
                    text={
                      row?.texts[column.key] ?? (!row && place === 0 ? (newRowLabel ?? '') : '')
                    }
                    isHint={!row}
                    before={row?.before?.[column.key]}
                    problem={row ? props.problemOf(row, column) : null}
                    active={isActive}
                    selected={isInside(range, index, place)}
                    editing={isOpen ? editing : null}
                    onPoint={(extend) => pointAt(index, place, extend)}
                    onOpen={() => grid.edit({ row: index, column: place })}
                    onCommit={grid.commit}
                    onCancel={grid.stop}
                  />
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface HeadsProps {
  columns: readonly GridColumn[];
  sort: GridSort | null;
  onSort: ((column: string) => void) | undefined;
}

const DIRECTIONS = { up: 'ascending', down: 'descending' } as const;

/** Headings are pressed with the pointer; by keyboard the grid sorts the active column. */
function Heads({ columns, sort, onSort }: HeadsProps) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      tabIndex={-1}
      className="sticky top-0 z-20 flex border-b bg-sunken"
      style={{ height: ROW_HEIGHT }}
    >
      <div
        role="columnheader"
        aria-colindex={1}
        className="sticky left-0 z-10 shrink-0 border-r bg-sunken text-center text-faint leading-[33px]"
        style={{ width: NUMBER_WIDTH }}
      >
        #
      </div>
      {columns.map(({ key, label, width, align }, index) => {
        const direction = sort?.column === key ? sort.direction : null;
        const Arrow = direction === 'down' ? ArrowDown : ArrowUp;
        return (
          <div
            key={key}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={direction ? DIRECTIONS[direction] : undefined}
            style={{ width }}
            className={cn(
              'flex shrink-0 items-center gap-1 border-r px-2.5 font-[550] text-muted leading-[33px]',
              align === 'end' && 'justify-end',
              onSort && 'cursor-pointer hover:text-foreground',
            )}
            onClick={() => onSort?.(key)}
          >
            <span className="truncate">{label}</span>
            {direction && <Arrow aria-hidden="true" className="size-3.5 shrink-0" />}
          </div>
        );
      })}
    </div>
  );
}
