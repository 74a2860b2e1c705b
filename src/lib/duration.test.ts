import { describe, expect, it } from 'vitest';
import { formatClock, formatDuration, formatHoursMinutes } from '@/lib/duration';

describe('durations', () => {
  it('reads hours:minutes in tables', () => {
    expect(formatHoursMinutes(0)).toBe('0:00');
    expect(formatHoursMinutes(3 * 3600 + 44 * 60 + 59)).toBe('3:44');
    expect(formatHoursMinutes(612 * 3600 + 40 * 60)).toBe('612:40');
    expect(formatHoursMinutes(-90 * 60)).toBe('-1:30');
  });

  it('reads as a duration in sentences', () => {
    expect(formatDuration(0)).toBe('0 min');
    expect(formatDuration(44 * 60 + 59)).toBe('44 min');
    expect(formatDuration(8 * 3600)).toBe('8 h');
    expect(formatDuration(10 * 3600 + 16 * 60)).toBe('10 h 16 min');
    expect(formatDuration(1257 * 3600 + 32 * 60)).toBe('1,257 h 32 min');
    expect(formatDuration(-90 * 60)).toBe('−1 h 30 min');
    expect(formatDuration(-30)).toBe('0 min');
  });

  it('shows the live clock with seconds, 00:00:00 when idle or ahead of the server', () => {
    expect(formatClock(0)).toBe('00:00:00');
    expect(formatClock(-3)).toBe('00:00:00');
    expect(formatClock(13_267)).toBe('03:41:07');
    expect(formatClock(100 * 3600)).toBe('100:00:00');
  });
});
