const pad = (value: number): string => String(value).padStart(2, '0');

/** `3:44`: how durations read in tables and totals. Whole minutes, seconds cut off. */
export function formatHoursMinutes(durationSeconds: number): string {
  const sign = durationSeconds < 0 ? '-' : '';
  const minutes = Math.floor(Math.abs(durationSeconds) / 60);
  return `${sign}${Math.floor(minutes / 60)}:${pad(minutes % 60)}`;
}

/** `03:44:12`: the live clock. `00:00:00` when idle; a clock never runs backwards. */
export function formatClock(durationSeconds: number): string {
  const seconds = Math.max(0, Math.floor(durationSeconds));
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(pad)
    .join(':');
}

/** `0:52`: a countdown. */
export function formatMinutesSeconds(durationSeconds: number): string {
  const seconds = Math.max(0, Math.floor(durationSeconds));
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

/** `PT3H44M` for `<time dateTime>`. */
export function isoDuration(durationSeconds: number): string {
  const seconds = Math.max(0, Math.floor(durationSeconds));
  return `PT${Math.floor(seconds / 3600)}H${Math.floor(seconds / 60) % 60}M${seconds % 60}S`;
}
