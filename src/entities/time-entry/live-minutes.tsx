import { type RunningPart, runningMinutes } from '@/entities/time-entry/time-entry';
import { formatHoursMinutes, isoDuration } from '@/lib/duration';
import { useNowSeconds } from '@/lib/use-now';

export interface LiveMinutesProps {
  /** Minutes of what has ended. */
  ended: number;
  running: readonly Pick<RunningPart, 'clock_in' | 'breaks'>[];
}

/** `8:05`: a duration that grows while something in it runs; redraws itself alone. */
export function LiveMinutes({ ended, running }: LiveMinutesProps) {
  const now = useNowSeconds(running.length > 0);
  const minutes = running.reduce((sum, entry) => sum + runningMinutes(entry, now), ended);
  return <time dateTime={isoDuration(minutes * 60)}>{formatHoursMinutes(minutes * 60)}</time>;
}
