import { useMemo } from 'react';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { runningWithQueued } from '@/entities/offline/with-queued';
import {
  openBreak,
  type RunningEntry,
  workedSeconds,
} from '@/entities/running-entry/running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useNowSeconds } from '@/lib/use-now';

/** The caller's entry without an end, or null. Restored on load, the same on every screen. */
export function useRunningEntry(): RunningEntry | null {
  const { running_entry: entry, employee } = useViewer();
  const queued = useQueuedEvents();
  const employeeId = employee?.id ?? '';
  return useMemo(() => runningWithQueued(entry, queued, employeeId), [entry, queued, employeeId]);
}

/** Seconds for the live clock: of the work, on a break how long that lasts, 0 when idle. */
export function useElapsedSeconds(): number {
  const entry = useRunningEntry();
  const pause = openBreak(entry);
  const now = useNowSeconds(entry !== null);
  if (pause) return Math.max(0, Math.floor(now - Date.parse(pause.started_at) / 1000));
  return entry ? workedSeconds(entry, now) : 0;
}
