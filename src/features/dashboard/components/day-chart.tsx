import { Link } from 'react-router';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import type { Dashboard } from '@/features/dashboard/api/queries';
import { cn } from '@/lib/class-names';
import { formatDuration, formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** The entries behind a bar; only managers have ranges of their own. */
function rowsOf(date: string, { today, manages }: Dashboard): string {
  if (date === today) return 'period=today';
  return manages ? `period=custom&from=${date}&to=${date}` : 'period=week';
}

/** Bars per day with the figures written on them, so the chart reads as a table does. */
export function DayChart({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { days } = dashboard.hours;
  const most = Math.max(3600, ...days.map(({ seconds }) => seconds));
  const empty = days.every(({ seconds }) => seconds === 0);
  return (
    <Card className="flex flex-col">
      <CardHeader title={t('chart.title')} description={t('chart.thisWeek')} />
      <CardBody className="relative flex flex-1 flex-col">
        {empty && (
          <p className="absolute inset-x-5 top-1/3 text-center text-muted text-sm">
            {t('chart.none')}
          </p>
        )}
        <ol className="grid max-h-72 min-h-44 flex-1 grid-cols-7 items-end gap-1.5 sm:gap-3">
          {days.map(({ date, seconds }) => {
            const isToday = date === dashboard.today;
            const running = isToday && dashboard.on_the_clock.length > 0;
            return (
              <li
                key={date}
                className="flex h-full flex-col items-center justify-end gap-1 text-xs"
              >
                <Link
                  to={`/time-tracker?${rowsOf(date, dashboard)}`}
                  className="flex h-full w-full flex-col items-center justify-end gap-1 rounded-small"
                  aria-label={t('chart.day', {
                    day: format.longDate(date),
                    hours: formatDuration(seconds),
                  })}
                >
                  <span className="tabular text-muted max-sm:hidden">
                    {seconds > 0 ? formatHoursMinutes(seconds) : ''}
                  </span>
                  {/* Whole hours where seven figures would touch each other. */}
                  <span className="tabular text-muted sm:hidden">
                    {seconds > 0 ? format.number(Math.round(seconds / 3600)) : ''}
                  </span>
                  <span
                    className={cn(
                      'w-full max-w-12 rounded-t-[4px]',
                      running ? 'bg-running' : 'bg-primary',
                    )}
                    style={{ height: `${(seconds / most) * 72}%` }}
                  />
                </Link>
                <span className={cn('text-muted', isToday && 'font-[620] text-foreground')}>
                  {format.weekday(date)}
                </span>
              </li>
            );
          })}
        </ol>
      </CardBody>
    </Card>
  );
}
