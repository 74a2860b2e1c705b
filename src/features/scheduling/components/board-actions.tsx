import { CalendarOff, Copy, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/components/ui/button';
import { useCopyShifts } from '@/features/scheduling/api/writes';
import type { Board } from '@/features/scheduling/board';
import { PublishButton } from '@/features/scheduling/components/publish-button';
import type { BoardDates } from '@/features/scheduling/use-board-dates';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { usePrintedWeek } from '@/features/scheduling/use-printed-week';
import { addDays } from '@/lib/time';

interface BoardActionsProps {
  board: Board | undefined;
  view: BoardView;
  dates: BoardDates;
}

/** What can be done with the days shown. */
export function BoardActions({ board, view, dates }: BoardActionsProps) {
  const { t } = useTranslation('scheduling');
  const { range, span } = dates;
  const copy = useCopyShifts();
  const print = usePrintedWeek(board, view, dates);
  const shifts = board?.shifts ?? [];
  const back = span === 'day' ? 1 : 7;
  return (
    <>
      <Button asChild>
        <Link to="/scheduling/time-off">
          <CalendarOff aria-hidden="true" />
          {t('timeOff')}
        </Link>
      </Button>
      <Button busy={print.isPending} disabled={!board} onClick={() => print.mutate()}>
        <Printer aria-hidden="true" />
        {t('print')}
      </Button>
      {view.mayPlan && (
        <>
          <Button
            busy={copy.isPending}
            disabled={!board}
            onClick={() =>
              copy.mutate({
                from: addDays(range.start, -back),
                to: range.start,
                days: back,
              })
            }
          >
            <Copy aria-hidden="true" />
            {t(span === 'day' ? 'copyYesterday' : 'copyLastWeek')}
          </Button>
          <PublishButton shifts={shifts} view={view} range={range} />
        </>
      )}
    </>
  );
}
