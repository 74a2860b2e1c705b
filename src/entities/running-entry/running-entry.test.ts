import { describe, expect, it } from 'vitest';
import {
  openBreak,
  type RunningEntry,
  workedSeconds,
} from '@/entities/running-entry/running-entry';

const start = Date.parse('2026-11-14T12:00:00Z') / 1000;
const entry: RunningEntry = {
  id: 'entry',
  employee_id: 'employee',
  clock_in: '2026-11-14T12:00:00Z',
  notes: null,
  project_id: null,
  cost_code_id: null,
  breaks: [],
};
const pause = (from: string, to: string | null, paid: boolean) => ({
  id: from,
  started_at: `2026-11-14T${from}:00Z`,
  ended_at: to && `2026-11-14T${to}:00Z`,
  kind: 'meal' as const,
  paid,
});

describe('seconds on the clock', () => {
  it('counts from clock-in and never below zero', () => {
    expect(workedSeconds(entry, start + 3661)).toBe(3661);
    expect(workedSeconds(entry, start - 5)).toBe(0);
  });

  it('leaves out unpaid breaks and keeps paid ones', () => {
    const breaks = [pause('13:00', '13:30', false), pause('14:00', '14:10', true)];
    expect(workedSeconds({ ...entry, breaks }, start + 3 * 3600)).toBe(2.5 * 3600);
  });

  it('stands still while an unpaid break is open', () => {
    const onBreak = { ...entry, breaks: [pause('13:00', null, false)] };
    expect(openBreak(onBreak)?.id).toBe('13:00');
    expect(workedSeconds(onBreak, start + 2 * 3600)).toBe(3600);
    expect(workedSeconds(onBreak, start + 3 * 3600)).toBe(3600);
  });
});
