import { type Board, plannedMinutes } from '@/features/scheduling/board';
import { hourSpan } from '@/features/scheduling/hour-span';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';
import { formatDuration } from '@/lib/duration';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

interface BoardHeadProps {
  board: Board;
  view: BoardView;
  days: readonly IsoDate[];
  today: IsoDate;
}

/** The days, each with how many people are planned and for how long. */
export function BoardHead({ board, view, days, today }: BoardHeadProps) {
  const { t } = useTranslation('scheduling');
  return (
    <thead className="block">
      <tr className="grid grid-cols-(--board-columns) items-stretch border-b bg-surface">
        <th
          scope="col"
          className="sticky left-0 z-1 flex items-center bg-inherit px-2 py-2 font-normal text-muted text-xs"
        >
          <Legend />
        </th>
        {days.map((day) => (
          <DayHead key={day} board={board} view={view} day={day} isToday={day === today} />
        ))}
        <th scope="col" className="flex items-center justify-end px-2 font-normal text-muted">
          {t('hours')}
        </th>
      </tr>
    </thead>
  );
}

function Legend() {
  const { t } = useTranslation('scheduling');
  return (
    <span className="flex flex-wrap gap-x-3">
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-3 w-5 rounded-[3px] border bg-sunken" />
        {t('published')}
      </span>
      <span className="flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className="h-3 w-5 rounded-[3px] border border-border-strong border-dashed"
        />
        {t('draft')}
      </span>
    </span>
  );
}

/** The hours of the one day, above where the bars begin and end. */
function HourRuler({ board, view, day }: Pick<DayHeadProps, 'board' | 'view' | 'day'>) {
  const span = hourSpan(board, day, view);
  const hours = Array.from({ length: Math.floor(span.minutes / 60) + 1 }, (_, hour) => hour);
  const step = hours.length > 18 ? 3 : 2;
  return (
    <span
      aria-hidden="true"
      className="tabular relative mt-1 -mr-1.5 -ml-1.5 block h-4 text-muted text-xs"
    >
      {hours.map((hour) => (
        <span
          key={hour}
          className="absolute bottom-0 h-1.5 border-l border-border-strong data-named:h-4 data-named:pl-1"
          data-named={hour % step === 0 && hour < hours.length - 1 ? '' : undefined}
          style={{ left: `${((hour * 60) / span.minutes) * 100}%` }}
        >
          {hour % step === 0 &&
            hour < hours.length - 1 &&
            view.format.time(span.from + hour * 3_600_000).replace(':00', '')}
        </span>
      ))}
    </span>
  );
}

interface DayHeadProps {
  board: Board;
  view: BoardView;
  day: IsoDate;
  isToday: boolean;
}

function DayHead({ board, view, day, isToday }: DayHeadProps) {
  const { t } = useTranslation('scheduling');
  const shifts = board.shifts.filter(
    ({ work_date, employee_id, cancelled }) => work_date === day && employee_id && !cancelled,
  );
  const people = new Set(shifts.map(({ employee_id }) => employee_id)).size;
  const minutes = shifts.reduce((sum, shift) => sum + plannedMinutes(shift), 0);
  const holiday = board.holidays.find(({ date }) => date === day);
  return (
    <th scope="col" className={cn('border-l px-2 py-1.5 text-left', isToday && 'bg-primary-soft')}>
      <span className={cn('block truncate font-[620]', isToday && 'text-primary')}>
        {view.format.weekday(day)} {Number(day.slice(8))}
      </span>
      {holiday && (
        <span className="block truncate font-[550] text-attention-strong text-xs leading-tight">
          {holiday.name || t('review.holiday')}
        </span>
      )}
      <span className="tabular block font-normal text-muted text-xs leading-tight">
        {people > 0
          ? t('people.summary', {
              people: t('people.count', { count: people }),
              hours: formatDuration(minutes * 60),
            })
          : '–'}
      </span>
      {view.isDay && <HourRuler board={board} view={view} day={day} />}
    </th>
  );
}
