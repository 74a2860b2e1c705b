import { describe, expect, it } from 'vitest';
import { hoursByDay, totalHours } from '@/features/my-status/report/hours-by-day';

const line = (
  work_date: string,
  pay_code: string,
  minutes: number,
  total_cents: number | null,
) => ({
  work_date,
  pay_code,
  minutes,
  total_cents,
});

describe('hoursByDay', () => {
  it('adds up each day and the whole', () => {
    const days = hoursByDay([
      line('2026-03-13', 'OT', 190, 15048),
      line('2026-03-12', 'REG', 570, 30875),
      line('2026-03-13', 'REG', 280, 15167),
    ]);
    expect(days.map((day) => [day.date, day.worked])).toEqual([
      ['2026-03-12', 570],
      ['2026-03-13', 470],
    ]);
    expect(totalHours(days)).toEqual({
      regular: 850,
      overtime: 190,
      double: 0,
      worked: 1040,
      cents: 61090,
    });
  });

  it('says nothing of pay where one amount is unknown', () => {
    const days = hoursByDay([
      line('2026-03-12', 'REG', 60, null),
      line('2026-03-13', 'REG', 60, 100),
    ]);
    expect(totalHours(days).cents).toBeNull();
  });
});
