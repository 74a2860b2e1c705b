const pad = (value: number): string => String(value).padStart(2, '0');

/**
 * `3 h 44 min`, `8 h`, `44 min`: how a duration reads in sentences, lists and figures, in both
 * languages. Whole minutes, seconds cut off.
 */
export function formatDuration(durationSeconds: number): string {
  const sign = durationSeconds <= -60 ? '−' : '';
  const minutes = Math.floor(Math.abs(durationSeconds) / 60);
  const hours = String(Math.floor(minutes / 60)).replace(/\B(?=(\d{3})+$)/g, ',');
  if (minutes < 60) return `${sign}${minutes} min`;
  return minutes % 60 === 0 ? `${sign}${hours} h` : `${sign}${hours} h ${minutes % 60} min`;
}

/**
 * `3:44`: only in columns with a heading and in files, where it cannot be taken for a time of day.
 * Everywhere else `formatDuration`. Whole minutes, seconds cut off.
 */
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
