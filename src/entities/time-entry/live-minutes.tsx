import { type RunningPart, runningMinutes } from '@/entities/time-entry/time-entry';
import { formatDuration, formatHoursMinutes, isoDuration } from '@/lib/duration';
import { useNowSeconds } from '@/lib/use-now';

export interface LiveMinutesProps {
  /** Minutes of what has ended. */
  ended: number;
  running: readonly Pick<RunningPart, 'clock_in' | 'breaks'>[];
  /** In a column with a heading: `8:05`. */
  inColumn?: boolean;
}

/** `8 h 5 min`: a duration that grows while something in it runs; redraws itself alone. */
export function LiveMinutes({ ended, running, inColumn = false }: LiveMinutesProps) {
  const now = useNowSeconds(running.length > 0);
  const minutes = running.reduce((sum, entry) => sum + runningMinutes(entry, now), ended);
  const text = inColumn ? formatHoursMinutes(minutes * 60) : formatDuration(minutes * 60);
  return <time dateTime={isoDuration(minutes * 60)}>{text}</time>;
}
