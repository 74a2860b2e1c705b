import type { Dashboard } from '@/features/dashboard/api/queries';

/**
 * Whole minutes that have begun since the figures were read, once for every clock that runs: today's
 * and this week's hours grow by it without asking the server again, as they do on every screen.
 */
export function grownSeconds(dashboard: Dashboard, nowMs: number): number {
  const minute = (ms: number): number => Math.floor(ms / 60_000);
  const passed = Math.max(0, minute(nowMs) - minute(Date.parse(dashboard.as_of)));
  return passed * 60 * dashboard.counting;
}

/** A change with its direction; none below a minute. */
export function changeOf(seconds: number): 'up' | 'down' | 'none' {
  if (Math.abs(seconds) < 60) return 'none';
  return seconds > 0 ? 'up' : 'down';
}
