import { describe, expect, it } from 'vitest';
import { minutesOff, runningMinutes } from '@/entities/time-entry/time-entry';

const at = (time: string): number => Date.parse(`2026-11-10T${time}Z`) / 1000;
const instant = (time: string): string => `2026-11-10T${time}Z`;

describe('runningMinutes', () => {
  it('cuts both ends to their minute, as payroll does', () => {
    const entry = { clock_in: instant('07:00:45'), breaks: [] };
    expect(runningMinutes(entry, at('08:30:10'))).toBe(90);
  });

  it('takes unpaid breaks off, the open one included, and none that counts as work', () => {
    const entry = {
      clock_in: instant('07:00:00'),
      breaks: [
        { started_at: instant('08:00:00'), ended_at: instant('08:10:00'), paid: true },
        {
          started_at: instant('08:30:00'),
          ended_at: instant('08:50:00'),
          paid: false,
          deducted: false,
        },
        { started_at: instant('09:00:00'), ended_at: instant('09:30:00'), paid: false },
        { started_at: instant('10:00:00'), ended_at: null, paid: false },
      ],
    };
    expect(runningMinutes(entry, at('10:20:00'))).toBe(150);
    // Less than half an hour unpaid is work, as long as the database has not said otherwise.
    const short = { started_at: instant('07:10:00'), ended_at: instant('07:39:59'), paid: false };
    expect(runningMinutes({ ...entry, breaks: [...entry.breaks, short] }, at('10:20:00'))).toBe(
      150,
    );
  });
});

describe('minutesOff', () => {
  const day = { clock_in: instant('07:02:00'), clock_out: instant('15:17:00') };
  it('is what lies between the punches and was not worked', () => {
    expect(minutesOff({ ...day, minutes: 462 })).toBe(33);
    expect(minutesOff({ ...day, minutes: 495 })).toBe(0);
  });

  it('is nothing while the entry runs, or where rounding gave minutes', () => {
    expect(minutesOff({ ...day, clock_out: null, minutes: null })).toBe(0);
    expect(minutesOff({ ...day, minutes: 500 })).toBe(0);
  });
});
