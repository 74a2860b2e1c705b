import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { Piece } from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

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

const WARNED = {
  danger: 'border-danger bg-danger-soft',
  attention: 'border-attention bg-attention-soft',
};

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
  const plain = piece.isDraft ? 'border-border-strong bg-surface' : 'bg-sunken';
  const looks = warning ? WARNED[warning.tone] : plain;
  return (
    <button
      type="button"
      data-piece={piece.ids.join(',')}
      data-row={row}
      tabIndex={tabIndex}
      aria-label={warning ? `${label}. ${warning.text}` : label}
      aria-pressed={picked}
      title={warning ? `${project}: ${warning.text}` : project}
      onClick={() => onOpen(piece)}
      style={{ ...style, borderLeftColor: view.projectColor(shift.project_id) }}
      className={cn(
        'relative flex min-h-8 w-full min-w-0 select-none items-center gap-1 overflow-hidden rounded-small border border-l-4 px-1.5 py-0.5 text-left text-xs [touch-action:pan-x_pan-y]',
        piece.isDraft && 'border-dashed',
        looks,
        shift.cancelled && 'text-muted line-through',
        picked && 'outline-2 outline-primary',
        view.mayPlan && 'cursor-grab',
      )}
    >
      <span className="min-w-0 flex-1">
        {!quiet && <span className="block truncate font-[620] leading-tight">{project}</span>}
        <span className="tabular block truncate text-muted">
          {view.isDay ? time : view.shortTimeOf(shift)}
          {piece.ids.length > 1 &&
            view.isDay &&
            ` · ${t('people.count', { count: piece.ids.length })}`}
        </span>
        {warning && (
          <span
            className={cn(
              warning.tone === 'danger'
                ? 'line-clamp-2 break-words text-danger leading-tight'
                : 'block truncate text-attention-strong',
            )}
          >
            {warning.text}
          </span>
        )}
      </span>
      {warning?.tone === 'danger' && (
        <CircleAlert
          className="size-3.5 shrink-0 self-start text-danger max-2xl:hidden"
          aria-hidden="true"
        />
      )}
      {warning?.tone === 'attention' && (
        <TriangleAlert
          className="size-3.5 shrink-0 self-start text-attention-strong max-2xl:hidden"
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
