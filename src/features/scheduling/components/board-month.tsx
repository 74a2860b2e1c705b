import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { useBranch } from '@/entities/project/projects-query';
import { type Board, plannedMinutes, type Shift } from '@/features/scheduling/board';
import type { BoardDates } from '@/features/scheduling/use-board-dates';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';
import { formatDuration } from '@/lib/duration';
import type { IsoDate } from '@/lib/format';
import { monthOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

interface BoardMonthProps {
  board: Board;
  view: BoardView;
  dates: BoardDates;
  projectId: string | null;
}

const MAX_PROJECTS = 4;

/** A month at a glance: how many people each project has each day. A press opens the week. */
export function BoardMonth({ board, view, dates, projectId }: BoardMonthProps) {
  const branch = useBranch(projectId);
  const byDay = new Map<IsoDate, Shift[]>();
  for (const shift of board.shifts) {
    if (shift.cancelled || !shift.employee_id) continue;
    if (branch && !branch.has(shift.project_id ?? '')) continue;
    byDay.set(shift.work_date, [...(byDay.get(shift.work_date) ?? []), shift]);
  }
  const { start, end } = monthOf(dates.planDay);
  return (
    <Card className="overflow-hidden">
      <ol className="grid grid-cols-7">
        {dates.days.slice(0, 7).map((day) => (
          <li
            key={day}
            aria-hidden="true"
            className="border-b px-2 py-1.5 font-[620] text-muted text-xs"
          >
            {view.format.weekday(day)}
          </li>
        ))}
        {dates.days.map((day) => (
          <Day
            key={day}
            board={board}
            view={view}
            day={day}
            shifts={byDay.get(day) ?? []}
            isToday={day === dates.today}
            isOutside={day < start || day > end}
            onOpen={() => dates.openWeek(day)}
          />
        ))}
      </ol>
    </Card>
  );
}

interface DayProps extends Pick<BoardMonthProps, 'board' | 'view'> {
  day: IsoDate;
  shifts: readonly Shift[];
  isToday: boolean;
  isOutside: boolean;
  onOpen: () => void;
}

function Day({ board, view, day, shifts, isToday, isOutside, onOpen }: DayProps) {
  const { t } = useTranslation('scheduling');
  const people = new Set(shifts.map(({ employee_id }) => employee_id)).size;
  const minutes = shifts.reduce((sum, shift) => sum + plannedMinutes(shift), 0);
  const holiday = board.holidays.find(({ date }) => date === day);
  const drafts = shifts.filter(({ status }) => status === 'draft').length;
  const isWrong = view.warnings.some(
    ({ work_date, severity }) => work_date === day && severity === 'error',
  );
  const projects = new Map<string | null, Set<string | null>>();
  for (const { project_id, employee_id } of shifts) {
    projects.set(project_id, (projects.get(project_id) ?? new Set()).add(employee_id));
  }
  const lines = [...projects].sort(([, one], [, other]) => other.size - one.size);
  const nameOf = (id: string | null) => view.projectName(id) ?? t('cell.noProject');
  const summary = [
    view.format.longDate(day),
    holiday?.name,
    t('people.count', { count: people }),
    ...lines.map(([id, on]) => `${nameOf(id)} ${on.size}`),
    drafts > 0 && t('drafts', { count: drafts }),
    isWrong && t('conflict'),
  ];
  return (
    <li className="border-b border-l [&:nth-child(7n+1)]:border-l-0">
      <button
        type="button"
        aria-label={summary.filter(Boolean).join(', ')}
        onClick={onOpen}
        className={cn(
          'flex h-full min-h-28 w-full flex-col gap-0.5 px-2 py-1.5 text-left text-xs -outline-offset-2 hover:bg-sunken max-md:min-h-16 max-md:px-1',
          isToday && 'bg-primary-soft',
          isOutside && 'text-faint',
        )}
      >
        <span className="flex w-full items-center justify-between gap-1 max-md:flex-col max-md:items-start">
          <span className={cn('font-[620] text-sm', isToday && 'text-primary')}>
            {Number(day.slice(8))}
          </span>
          {people > 0 && (
            <span className="tabular min-w-0 overflow-hidden text-muted">
              <span className="md:hidden">{people}</span>
              <span className="whitespace-nowrap max-md:hidden">
                {t('people.summary', {
                  people: t('people.count', { count: people }),
                  hours: formatDuration(minutes * 60),
                })}
              </span>
            </span>
          )}
        </span>
        {holiday && (
          <span className="w-full truncate font-[550] text-attention-strong">
            {holiday.name || t('review.holiday')}
          </span>
        )}
        {lines.slice(0, MAX_PROJECTS).map(([id, on]) => (
          <span key={id} className="flex w-full items-center gap-1.5 max-md:hidden">
            <span
              aria-hidden="true"
              className="size-2 shrink-0 rounded-full bg-border-strong"
              style={{ backgroundColor: view.projectColor(id) }}
            />
            <span className="min-w-0 flex-1 truncate">{nameOf(id)}</span>
            <span className="tabular">{on.size}</span>
          </span>
        ))}
        {lines.length > MAX_PROJECTS && (
          <span className="text-muted max-md:hidden">
            {t('moreProjects', { count: lines.length - MAX_PROJECTS })}
          </span>
        )}
        <span className="mt-auto flex flex-wrap gap-1 max-md:hidden">
          {drafts > 0 && <Badge>{t('drafts', { count: drafts })}</Badge>}
          {isWrong && <Badge tone="danger">{t('conflict')}</Badge>}
        </span>
      </button>
    </li>
  );
}
