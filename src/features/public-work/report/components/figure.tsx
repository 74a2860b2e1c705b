import type { ReactNode } from 'react';
import type { CellName, OpenedCell } from '@/features/public-work/report/cells';
import { cn } from '@/lib/class-names';

export interface FigureProps {
  /** What it is, spoken before it. */
  label: string;
  row: number;
  cell: CellName;
  onOpen: (cell: OpenedCell) => void;
  strong?: boolean;
  align?: 'end' | 'center';
  children: ReactNode;
}

/** A figure that opens what is behind it. */
export function Figure({
  label,
  row,
  cell,
  onOpen,
  strong = false,
  align = 'end',
  children,
}: FigureProps) {
  return (
    <button
      type="button"
      className={cn(
        'tabular touch-target w-full rounded-small underline-offset-2 hover:underline',
        align === 'end' ? 'text-right' : 'text-center',
        strong && 'font-[620]',
      )}
      onClick={() => onOpen({ row, cell })}
    >
      <span className="sr-only">{label}: </span>
      {children}
    </button>
  );
}
