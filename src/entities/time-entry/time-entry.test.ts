import { describe, expect, it } from 'vitest';
import { runningMinutes } from '@/entities/time-entry/time-entry';

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
  });
});
