import { Progress } from '@/components/ui/progress';
import { useBreakTypes } from '@/entities/break-type/use-break-types';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { RunningBreak, RunningEntry } from '@/entities/running-entry/running-entry';
import { formatDuration } from '@/lib/duration';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

interface BreakProgressProps {
  running: RunningEntry;
  pause: RunningBreak;
}

/** Which break it is, and where the company says how long one usually is, when it ends. */
export function BreakProgress({ running, pause }: BreakProgressProps) {
  const { t } = useTranslation('my-status');
  const clock = useSiteClock(running.project_id);
  const type = useBreakTypes().find(({ kind, paid }) => kind === pause.kind && paid === pause.paid);
  const minutes = type?.minutes ?? null;
  const now = useNowSeconds(minutes !== null);
  const startedAt = Date.parse(pause.started_at) / 1000;
  const usual = (minutes ?? 0) * 60;
  const left = startedAt + usual - now;
  const time = clock.time(new Date((startedAt + usual) * 1000).toISOString());
  return (
    <>
      <p className="font-[620] text-md">{type?.label}</p>
      {minutes !== null && (
        <>
          <Progress
            tone="attention"
            className="mt-3"
            label={t('clock.break')}
            value={(100 * (now - startedAt)) / usual}
          />
          <p className="tabular mt-1.5 flex justify-between gap-3 text-muted text-sm">
            <span>{clock.time(pause.started_at)}</span>
            <span>
              {left > 0
                ? // A minute that has begun counts: nobody is told to be back in no time.
                  t('clock.back', { time, left: formatDuration(Math.ceil(left / 60) * 60) })
                : t('clock.due', { time })}
            </span>
          </p>
        </>
      )}
    </>
  );
}
