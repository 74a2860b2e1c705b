import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '@/components/shared/status-dot';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { LiveClock } from '@/entities/running-entry/live-clock';
import { openBreak } from '@/entities/running-entry/running-entry';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { LiveMinutes } from '@/entities/time-entry/live-minutes';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { weekSummaryQuery } from '@/features/my-status/api/queries';
import { useOwnEntries } from '@/features/my-status/use-own-entries';
import { cn } from '@/lib/class-names';
import { formatHoursMinutes } from '@/lib/duration';

/** While it loads, and when it could not be loaded: no figure rather than a wrong one. */
const NOT_KNOWN = '–';

function StateBadge() {
  const { t } = useTranslation('my-status');
  const running = useRunningEntry();
  const clock = useSiteClock(running?.project_id);
  const pause = openBreak(running);
  if (!running) return <Badge>{t('state.off')}</Badge>;
  const tone = pause ? 'attention' : 'running';
  return (
    <Badge tone={tone}>
      <StatusDot tone={tone} />
      {pause
        ? t('state.break', { time: clock.time(pause.started_at) })
        : t('state.on', { time: clock.time(running.clock_in) })}
    </Badge>
  );
}

/** The biggest thing on the page: readable at arm's length in the sun. */
export function StatusClock() {
  const { t } = useTranslation('my-status');
  const employee = useEmployee();
  const running = useRunningEntry();
  const pause = openBreak(running);
  const { data: today } = useInfiniteQuery(useOwnEntries('today'));
  const { data: week } = useQuery({
    ...weekSummaryQuery(employee?.id ?? ''),
    enabled: employee !== null,
  });
  // What waits on this phone is not in the server's figure yet.
  const waits = useQueuedEvents().length > 0;
  const { data: ownWeek } = useInfiniteQuery({ ...useOwnEntries('week'), enabled: waits });
  return (
    <Card className="px-4 py-6 text-center">
      <p role="status">
        <StateBadge />
      </p>
      <LiveClock
        className={cn(
          'tabular mt-2 block font-[680] text-clock tracking-[-0.04em]',
          running ? (pause ? 'text-attention-strong' : 'text-running-strong') : 'text-faint',
        )}
      />
      <p className="tabular mt-2 text-muted text-sm">
        {t('clock.today')}{' '}
        {today ? (
          <LiveMinutes ended={today.summary.minutes} running={today.summary.running} />
        ) : (
          NOT_KNOWN
        )}
        {' · '}
        {t('clock.week')}{' '}
        {ownWeek ? (
          <LiveMinutes ended={ownWeek.summary.minutes} running={ownWeek.summary.running} />
        ) : week ? (
          formatHoursMinutes(week.worked_minutes * 60)
        ) : (
          NOT_KNOWN
        )}
      </p>
    </Card>
  );
}
