import { useElapsedSeconds } from '@/entities/running-entry/use-running-entry';
import { formatClock, isoDuration } from '@/lib/duration';

/** `03:44:12`. Redraws itself each second without its surroundings; not announced while it ticks. */
export function LiveClock({ className }: { className?: string }) {
  const seconds = useElapsedSeconds();
  return (
    <time
      role="timer"
      dateTime={isoDuration(seconds)}
      className={className}
      data-testid="live-clock"
    >
      {formatClock(seconds)}
    </time>
  );
}
