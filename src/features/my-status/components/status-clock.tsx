import { StatusDot } from '@/components/shared/status-dot';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { LiveClock } from '@/entities/running-entry/live-clock';
import { openBreak, type RunningEntry } from '@/entities/running-entry/running-entry';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { BreakProgress } from '@/features/my-status/components/break-progress';
import { ClockFigures } from '@/features/my-status/components/clock-figures';
import { RunningWork } from '@/features/my-status/components/running-work';
import { ShiftProgress } from '@/features/my-status/components/shift-progress';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

function StateBadge({ running }: { running: RunningEntry | null }) {
  const { t } = useTranslation('my-status');
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

/** While it runs the biggest thing on the page: readable at arm's length in the sun. */
export function StatusClock() {
  const { t } = useTranslation('my-status');
  const running = useRunningEntry();
  const pause = openBreak(running);
  if (!running) {
    // Zeros say nothing: the job below them is what somebody opens this for.
    return (
      <Card aria-label={t('clock.label')} className="text-center">
        <div className="flex items-center justify-between gap-3 px-4 py-2.5">
          <p role="status">
            <StateBadge running={null} />
          </p>
          <LiveClock className="tabular font-[620] text-faint text-lg" />
        </div>
        <ClockFigures />
      </Card>
    );
  }
  return (
    <Card aria-label={t('clock.label')} className="text-center">
      <div className="px-4 pt-5 pb-4">
        <p role="status">
          <StateBadge running={running} />
        </p>
        <LiveClock
          className={cn(
            'tabular mt-1 block font-[680] text-clock tracking-[-0.04em]',
            pause ? 'text-attention-strong' : 'text-running-strong',
          )}
        />
        {pause && <BreakProgress running={running} pause={pause} />}
        {!pause && (
          <>
            <RunningWork running={running} />
            <ShiftProgress running={running} />
          </>
        )}
      </div>
      {pause && (
        <div className="border-t px-4 py-3">
          <p className="text-muted text-sm">{t('clock.goesOn')}</p>
          <RunningWork running={running} />
        </div>
      )}
      <ClockFigures />
    </Card>
  );
}
