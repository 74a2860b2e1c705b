import { User } from 'lucide-react';
import type { Board } from '@/features/scheduling/board';
import type { BoardDates } from '@/features/scheduling/use-board-dates';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface DayStripProps {
  board: Board | undefined;
  view: BoardView;
  dates: BoardDates;
}

/** The week on a phone: its days with how many people are planned, one of them open. */
export function DayStrip({ board, view, dates }: DayStripProps) {
  const { t } = useTranslation('scheduling');
  const peopleOn = ({ shifts }: Board, day: string): number =>
    new Set(
      shifts.flatMap(({ work_date, employee_id, cancelled }) =>
        work_date === day && employee_id && !cancelled ? [employee_id] : [],
      ),
    ).size;
  return (
    <ul aria-label={t('day')} className="mb-4 grid grid-cols-7 gap-1" data-print="hide">
      {dates.days.map((day) => {
        const isOpen = day === dates.planDay;
        const people = board && peopleOn(board, day);
        const name = view.format.weekdayDate(day);
        return (
          <li key={day}>
            <button
              type="button"
              aria-pressed={isOpen}
              aria-label={
                people === undefined ? name : `${name}, ${t('people.count', { count: people })}`
              }
              onClick={() => dates.openDay(day)}
              className={cn(
                'tabular flex h-14 w-full flex-col items-center justify-center rounded-small border bg-surface text-xs leading-tight',
                isOpen && 'border-primary bg-primary-soft text-primary',
              )}
            >
              <span>{view.format.weekday(day)}</span>
              <span className={cn('text-sm', (isOpen || day === dates.today) && 'font-[620]')}>
                {Number(day.slice(8))}
              </span>
              <span className={cn('flex items-center gap-0.5', !isOpen && 'text-muted')}>
                <User className="size-3" aria-hidden="true" />
                {people ?? '–'}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
