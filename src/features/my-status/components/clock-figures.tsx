import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { LiveMinutes } from '@/entities/time-entry/live-minutes';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { weekSummaryQuery } from '@/features/my-status/api/queries';
import { useOwnEntries } from '@/features/my-status/use-own-entries';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

/** While it loads, and when it could not be loaded: no figure rather than a wrong one. */
const NOT_KNOWN = '–';

/** The hours of the day and of the week. */
export function ClockFigures() {
  const { t } = useTranslation('my-status');
  const employee = useEmployee();
  const { data: today } = useInfiniteQuery(useOwnEntries('today'));
  const { data: week } = useQuery({
    ...weekSummaryQuery(employee?.id ?? ''),
    enabled: employee !== null,
  });
  // What waits on this phone is not in the server's figure yet.
  const waits = useQueuedEvents().length > 0;
  const { data: ownWeek } = useInfiniteQuery({ ...useOwnEntries('week'), enabled: waits });
  return (
    <dl className="tabular grid grid-cols-2 divide-x border-t [&>div]:flex [&>div]:flex-wrap [&>div]:items-baseline [&>div]:justify-center [&>div]:gap-x-2 [&>div]:px-2 [&>div]:py-2 [&_dd]:font-[620] [&_dt]:text-muted [&_dt]:text-sm">
      <div>
        <dt>{t('clock.today')}</dt>
        <dd>
          {today ? (
            <LiveMinutes ended={today.summary.minutes} running={today.summary.running} />
          ) : (
            NOT_KNOWN
          )}
        </dd>
      </div>
      <div>
        <dt>{t('clock.week')}</dt>
        <dd>
          {ownWeek ? (
            <LiveMinutes ended={ownWeek.summary.minutes} running={ownWeek.summary.running} />
          ) : week ? (
            formatDuration(week.worked_minutes * 60)
          ) : (
            NOT_KNOWN
          )}
        </dd>
      </div>
    </dl>
  );
}
