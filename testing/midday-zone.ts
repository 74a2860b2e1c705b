const AFTERNOON = 14;

/**
 * A time zone in which it is between two and three in the afternoon now, and which never changes its
 * clocks. A test about "today" that runs there is far from midnight and from every clock change,
 * whenever it runs.
 */
export function middayZone(now = new Date()): string {
  const hoursAhead = AFTERNOON - now.getUTCHours();
  // The names count westwards: Etc/GMT-5 is five hours ahead.
  return hoursAhead > 0 ? `Etc/GMT-${hoursAhead}` : `Etc/GMT+${-hoursAhead}`;
}

/** The first day of the week that makes today, in that zone, the fourth of its week; 0 is Sunday. */
export function midweekStart(now = new Date()): number {
  const local = new Date(now.getTime() + (AFTERNOON - now.getUTCHours()) * 3_600_000);
  return (local.getUTCDay() + 4) % 7;
}
