import type { Dashboard } from '@/features/dashboard/api/queries';

/**
 * Seconds that have passed since the figures were read, once for every clock that runs: today's
 * and this week's hours grow by it without asking the server again.
 */
export function grownSeconds(dashboard: Dashboard, nowMs: number): number {
  const running = dashboard.on_the_clock.filter(({ on_break }) => !on_break).length;
  const passed = Math.max(0, nowMs - new Date(dashboard.as_of).getTime()) / 1000;
  return Math.floor(passed) * running;
}

/** A change with its direction; none below a minute. */
export function changeOf(seconds: number): 'up' | 'down' | 'none' {
  if (Math.abs(seconds) < 60) return 'none';
  return seconds > 0 ? 'up' : 'down';
}
