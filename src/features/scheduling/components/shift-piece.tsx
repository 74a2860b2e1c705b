import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Piece } from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';

export interface ShiftPieceProps {
  view: BoardView;
  piece: Piece;
  row: string;
  who: string;
  /** In a crew's people the crew's bar names the project. */
  quiet: boolean;
  picked: boolean;
  tabIndex: number;
  style?: React.CSSProperties;
  onOpen: (piece: Piece) => void;
}

/** One shift on the board: full when published, dashed as a draft; warnings in words and color. */
export function ShiftPiece(props: ShiftPieceProps) {
  const { view, piece, row, who, quiet, picked, tabIndex, style, onOpen } = props;
  const { t } = useTranslation('scheduling');
  const { shift } = piece;
  const warning = view.warningOf(piece);
  const time = view.timeOf(shift);
  const project = view.projectName(shift.project_id) ?? t('cell.noProject');
  const state = shift.cancelled ? 'cancelled' : piece.isDraft ? 'draft' : 'published';
  const label = t('cell.shift', {
    who,
    day: view.format.longDate(shift.work_date),
    time,
    project,
    status: t(state),
  });
  return (
    <button
      type="button"
      data-piece={piece.ids.join(',')}
      data-row={row}
      tabIndex={tabIndex}
      aria-label={warning ? `${label}. ${warning.text}` : label}
      aria-pressed={picked}
      onClick={() => onOpen(piece)}
      style={{ ...style, borderLeftColor: view.projectColor(shift.project_id) }}
      className={cn(
        'relative flex min-h-8 w-full min-w-0 select-none items-center gap-1 overflow-hidden rounded-small border border-l-4 px-1.5 py-0.5 text-left text-xs [touch-action:pan-x_pan-y]',
        piece.isDraft ? 'border-border-strong border-dashed bg-surface' : 'bg-sunken',
        warning?.tone === 'danger' && 'border-danger bg-danger-soft',
        warning?.tone === 'attention' && 'border-attention bg-attention-soft',
        shift.cancelled && 'text-muted line-through',
        picked && 'outline-2 outline-primary',
        view.mayPlan && 'cursor-grab',
      )}
    >
      <span className="min-w-0 flex-1">
        {(!quiet || warning) && (
          <span className="block truncate font-[620]">{warning?.text ?? project}</span>
        )}
        <span className="tabular block truncate text-muted">
          {view.isDay ? time : view.shortTimeOf(shift)}
          {piece.ids.length > 1 &&
            view.isDay &&
            ` · ${t('people.count', { count: piece.ids.length })}`}
        </span>
      </span>
      {warning?.tone === 'danger' && (
        <CircleAlert className="size-3.5 shrink-0 text-danger max-lg:hidden" aria-hidden="true" />
      )}
      {warning?.tone === 'attention' && (
        <TriangleAlert
          className="size-3.5 shrink-0 text-attention-strong max-lg:hidden"
          aria-hidden="true"
        />
      )}
      {view.mayPlan && view.isDay && (
        <span
          data-resize
          aria-hidden="true"
          className="absolute inset-y-0 right-0 flex w-2 cursor-ew-resize touch-none items-center justify-center pointer-coarse:w-7 after:h-4 after:w-0.5 after:rounded-full after:bg-border-strong"
        />
      )}
    </button>
  );
}
