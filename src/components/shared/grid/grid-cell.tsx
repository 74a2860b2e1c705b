// biome-ignore-all lint/a11y/useSemanticElements: a table cannot place the few rows of thousands that are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are heard by the grid
import type { ReactNode } from 'react';
import { Popover, PopoverAnchor, PopoverContent } from '@/components/ui/popover';
import { cn } from '@/lib/class-names';
import { GridEditor, type Leave } from './grid-editor';
import type { GridColumn } from './grid-types';

export interface GridCellProps {
  id: string;
  index: number;
  column: GridColumn;
  text: string;
  /** The text is a hint for an empty row and may reach over its neighbors. */
  isHint: boolean;
  before: string | undefined;
  /** Why the text is refused, with what can be done about it. */
  problem: ReactNode;
  active: boolean;
  selected: boolean;
  editing: { initial: string } | null;
  onPoint: (extend: boolean) => void;
  onOpen: () => void;
  onCommit: (text: string, leave: Leave) => void;
  onCancel: () => void;
}

export function GridCell(props: GridCellProps) {
  const { id, index, column, text, before, problem, active, selected, editing } = props;
  const cell = (
    <div
      id={id}
      role="gridcell"
      aria-colindex={index + 2}
      aria-selected={selected}
      aria-invalid={problem ? true : undefined}
      aria-readonly={column.readOnly || undefined}
      style={{ width: column.width }}
      className={cn(
        'relative shrink-0 cursor-cell overflow-visible border-r px-2.5 leading-[33px]',
        column.align === 'end' && 'tabular text-right',
        column.readOnly && 'text-muted',
        before !== undefined && 'bg-primary-soft',
        selected && !active && 'bg-primary-soft/60',
        problem && 'bg-danger-soft outline-2 outline-danger -outline-offset-2',
        active && !problem && 'outline-2 outline-primary -outline-offset-2',
      )}
      onPointerDown={(event) => {
        if (event.pointerType === 'mouse' && event.button === 0) props.onPoint(event.shiftKey);
      }}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse' && event.buttons === 1) props.onPoint(true);
      }}
      onClick={(event) => {
        // A finger: the first touch chooses the cell, the second opens it.
        if ((event.nativeEvent as PointerEvent).pointerType === 'mouse') return;
        if (active) props.onOpen();
        else props.onPoint(false);
      }}
      onDoubleClick={props.onOpen}
    >
      <span className={cn('block', props.isHint ? 'whitespace-nowrap text-muted' : 'truncate')}>
        {before !== undefined && before !== '' && (
          <del className="mr-1.5 text-muted text-xs">{before}</del>
        )}
        {before === undefined ? text : <strong className="font-[620]">{text}</strong>}
      </span>
      {editing && (
        <GridEditor
          column={column}
          initial={editing.initial}
          onCommit={props.onCommit}
          onCancel={props.onCancel}
        />
      )}
    </div>
  );
  if (!problem || !active || editing) return cell;
  return (
    <Popover open>
      <PopoverAnchor>{cell}</PopoverAnchor>
      <PopoverContent
        className="w-64 p-3 text-sm"
        aria-label={column.label}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {problem}
      </PopoverContent>
    </Popover>
  );
}
