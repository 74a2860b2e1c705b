import { CalendarOff, Copy, Ellipsis, EyeOff, Printer, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Paper } from '@/components/shared/paper';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { Kbd } from '@/components/ui/kbd';
import { useCopyShifts, useDiscardDrafts, useUnpublish } from '@/features/scheduling/api/writes';
import type { Board } from '@/features/scheduling/board';
import { useBoardUndo } from '@/features/scheduling/board-undo';
import { PublishButton } from '@/features/scheduling/components/publish-button';
import type { BoardDates } from '@/features/scheduling/use-board-dates';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { usePrintedWeek } from '@/features/scheduling/use-printed-week';
import { addDays } from '@/lib/time';
import { useIsMobile } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

interface BoardActionsProps {
  board: Board | undefined;
  view: BoardView;
  dates: BoardDates;
  onOpenShift: (shiftId: string) => void;
}

/** What can be done with the days shown. */
export function BoardActions({ board, view, dates, onOpenShift }: BoardActionsProps) {
  const { t } = useTranslation('scheduling');
  const { range, span } = dates;
  const print = usePrintedWeek(board, view, dates);
  const copy = useCopyShifts(view.companyId);
  const back = span === 'day' ? 1 : 7;
  const copyLabel = t(span === 'day' ? 'copyYesterday' : 'copyLastWeek');
  const copyBefore = () =>
    copy.mutate({
      from: addDays(range.start, -back),
      to: range.start,
      days: back,
      holidays: board?.holidays ?? [],
    });
  // On a phone publishing stays in sight, the rest is one tap away.
  const inMenu = useIsMobile() && view.mayPlan;
  return (
    <>
      <UndoButton />
      <Paper sheet={() => (board ? print.sheet() : null)} />
      <Button asChild>
        <Link to="/scheduling/time-off">
          <CalendarOff aria-hidden="true" />
          {t('timeOff')}
        </Link>
      </Button>
      {!inMenu && (
        <Button busy={print.save.isPending} disabled={!board} onClick={() => print.save.mutate()}>
          <Printer aria-hidden="true" />
          {t('print')}
        </Button>
      )}
      {view.mayPlan && (
        <>
          {span !== 'month' && !inMenu && (
            <Button busy={copy.isPending} disabled={!board} onClick={copyBefore}>
              <Copy aria-hidden="true" />
              {copyLabel}
            </Button>
          )}
          <MoreMenu board={board} view={view} dates={dates}>
            {inMenu && (
              <>
                {span !== 'month' && (
                  <DropdownMenuItem onSelect={copyBefore}>
                    <Copy aria-hidden="true" />
                    {copyLabel}
                  </DropdownMenuItem>
                )}
                <DropdownMenuItem onSelect={() => print.save.mutate()}>
                  <Printer aria-hidden="true" />
                  {t('print')}
                </DropdownMenuItem>
                <DropdownMenuSeparator />
              </>
            )}
          </MoreMenu>
          <PublishButton board={board} view={view} range={range} onOpenShift={onOpenShift} />
        </>
      )}
    </>
  );
}

/** There from the first change on. */
function UndoButton() {
  const { t } = useTranslation(['scheduling', 'common']);
  const { undo, isUndoing } = useBoardUndo();
  const isMobile = useIsMobile();
  if (!undo && !isUndoing) return null;
  return (
    <Button busy={isUndoing} aria-keyshortcuts="Control+Z" onClick={undo}>
      <Undo2 aria-hidden="true" />
      {t('common:action.undo')}
      {!isMobile && (
        <span aria-hidden="true" className="pointer-coarse:hidden">
          <Kbd>Ctrl Z</Kbd>
        </span>
      )}
    </Button>
  );
}

interface MoreMenuProps extends Omit<BoardActionsProps, 'onOpenShift'> {
  children: ReactNode;
}

/** What takes many shifts back at once; each asks first and can be undone. */
function MoreMenu({ board, view, dates, children }: MoreMenuProps) {
  const { t } = useTranslation('scheduling');
  const [asking, setAsking] = useState<'unpublish' | 'discard' | null>(null);
  const unpublish = useUnpublish();
  const discard = useDiscardDrafts();
  const shifts = board?.shifts ?? [];
  const drafts = shifts.filter(({ status }) => status === 'draft').length;
  const published = shifts.filter(({ told, cancelled, starts_at }) => {
    return told && !cancelled && Date.parse(starts_at) > Date.now();
  }).length;
  const write = asking === 'unpublish' ? unpublish : discard;
  const range = view.format.dateRange(dates.range.start, dates.range.end);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon" aria-label={t('more')} disabled={!board}>
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {children}
          <DropdownMenuItem disabled={published === 0} onSelect={() => setAsking('unpublish')}>
            <EyeOff aria-hidden="true" />
            {t('unpublish.menu')}
          </DropdownMenuItem>
          <DropdownMenuItem
            tone="danger"
            disabled={drafts === 0}
            onSelect={() => setAsking('discard')}
          >
            <Trash2 aria-hidden="true" />
            {t('discard.menu')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(null)}
          title={t(`${asking}.title`, {
            count: asking === 'unpublish' ? published : drafts,
            range,
          })}
          description={t(`${asking}.text`)}
          confirmLabel={t(`${asking}.confirm`)}
          busy={write.isPending}
          onConfirm={() => write.mutate(dates.range, { onSuccess: () => setAsking(null) })}
        />
      )}
    </>
  );
}
