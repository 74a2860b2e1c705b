import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Progress } from '@/components/ui/progress';
import { type ListSummary, runningMinutes } from '@/entities/time-entry/time-entry';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { type WeekSummary, weekSummaryQuery } from '@/features/my-status/api/queries';
import { useOwnEntries } from '@/features/my-status/use-own-entries';
import { cn } from '@/lib/class-names';
import { formatDuration, formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

const FULL_BAR_MINUTES = 10 * 60;

function useMinutesOf(summary: ListSummary): (day: string) => number {
  const now = useNowSeconds(summary.running.length > 0);
  return (day) => {
    const ended = summary.groups.find((group) => group.key === day)?.minutes ?? 0;
    return summary.running
      .filter((entry) => entry.group_key === day)
      .reduce((sum, entry) => sum + runningMinutes(entry, now), ended);
  };
}

/** One bar per day; the figures beside them are the same as in the table for screen readers. */
function DayBars({ days, summary }: { days: string[]; summary: ListSummary }) {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  const { today } = useCalendar();
  const minutesOf = useMinutesOf(summary);
  const longest = Math.max(FULL_BAR_MINUTES, ...days.map(minutesOf));
  return (
    <table className="w-full text-sm" aria-label={t('week.byDay')}>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('week.day')}</th>
          <th scope="col">{t('week.hours')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => {
          const minutes = minutesOf(day);
          const running = summary.running.some((entry) => entry.group_key === day);
          return (
            <tr key={day}>
              <th
                scope="row"
                className={cn(
                  'w-24 py-1.5 text-left font-normal',
                  day === today ? 'font-[620]' : 'text-muted',
                )}
              >
                {format.weekdayDate(day)}
              </th>
              <td className="tabular flex items-center gap-3 py-1.5">
                <span
                  className="h-3.5 flex-1 overflow-hidden rounded-small bg-sunken"
                  aria-hidden="true"
                >
                  <span
                    className={cn(
                      'block h-full rounded-small',
                      running ? 'bg-running' : 'bg-primary',
                    )}
                    style={{ width: `${(100 * minutes) / longest}%` }}
                  />
                </span>
                <span
                  className={cn('w-12 text-right', minutes === 0 ? 'text-faint' : 'font-[620]')}
                >
                  {minutes === 0 ? '–' : formatHoursMinutes(minutes * 60)}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Regular and overtime so far, as payroll will count them. */
function WeekTotals({ week }: { week: WeekSummary }) {
  const { t } = useTranslation('my-status');
  const figures = [
    { label: t('week.total'), minutes: week.worked_minutes },
    { label: t('week.regular'), minutes: week.regular_minutes },
    { label: t('week.overtime'), minutes: week.overtime_minutes },
    ...(week.double_time_minutes > 0
      ? [{ label: t('week.double'), minutes: week.double_time_minutes }]
      : []),
  ];
  const limit = week.weekly_after;
  return (
    <div className="border-t px-5 py-4 max-md:px-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(({ label, minutes }) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="tabular font-[660] text-xl">{formatDuration(minutes * 60)}</dd>
          </div>
        ))}
      </dl>
      {limit !== null && limit > 0 && (
        <div className="mt-3">
          <Progress
            value={(100 * week.worked_minutes) / limit}
            label={t('week.untilOvertime')}
            tone={week.worked_minutes > limit ? 'attention' : 'primary'}
          />
          <p className="mt-1.5 text-muted text-xs">
            {week.worked_minutes > limit
              ? t('week.over', { limit: formatDuration(limit * 60) })
              : t('week.left', {
                  left: formatDuration((limit - week.worked_minutes) * 60),
                  limit: formatDuration(limit * 60),
                })}
          </p>
        </div>
      )}
    </div>
  );
}

function WeekOf({ week }: { week: WeekSummary }) {
  const days = Array.from({ length: 7 }, (_, index) => addDays(week.week_start, index));
  const entries = useInfiniteQuery(
    useOwnEntries({ start: week.week_start, end: week.week_end }, 'day'),
  );
  return (
    <Loaded query={entries} skeleton={<ListSkeleton rows={5} />}>
      {({ summary }) => (
        <>
          <div className="px-5 py-3 max-md:px-4">
            <DayBars days={days} summary={summary} />
          </div>
          <WeekTotals week={week} />
        </>
      )}
    </Loaded>
  );
}

export function WeekView() {
  const employee = useEmployee();
  const summary = useQuery({
    ...weekSummaryQuery(employee?.id ?? ''),
    enabled: employee !== null,
  });
  if (!employee) return null;
  return (
    <Loaded query={summary} skeleton={<ListSkeleton rows={5} />}>
      {(week) => <WeekOf week={week} />}
    </Loaded>
  );
}
