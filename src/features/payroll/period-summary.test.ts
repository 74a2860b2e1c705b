import { describe, expect, it } from 'vitest';
import type { PayrollPerson } from '@/features/payroll/api/queries';
import { hasTime, issuesOf, needsLook, summarize } from '@/features/payroll/period-summary';

const person = (changes: Partial<PayrollPerson> = {}): PayrollPerson => ({
  employee_id: 'maria',
  first_name: 'Maria',
  last_name: 'Lopez',
  employee_number: '000101',
  regular_minutes: 2400,
  overtime_minutes: 440,
  double_time_minutes: 0,
  paid_break_minutes: 0,
  hourly_rate: null,
  total_earnings: 1531.89,
  other_pay: 0,
  flags: ['unapproved'],
  days_worked: 6,
  days_approved: 0,
  approval: 'open',
  signature: 'none',
  signature_note: null,
  locked: false,
  has_account: true,
  ...changes,
});
const idle = person({
  regular_minutes: 0,
  overtime_minutes: 0,
  total_earnings: 0,
  flags: [],
  days_worked: 0,
});

describe('summarize', () => {
  it('adds up minutes and whole cents of those who worked', () => {
    const summary = summarize([person(), person({ total_earnings: 0.1 }), idle]);
    expect(summary).toMatchObject({
      people: 2,
      minutes: 5680,
      overtime: 880,
      overtimePeople: 2,
      earningsCents: 153_199,
      incomplete: false,
      needLook: 0,
    });
  });

  it('does not count those at work as ready', () => {
    const summary = summarize([person(), person({ flags: ['on_the_clock', 'unapproved'] })]);
    expect(summary).toMatchObject({ people: 2, needLook: 0, atWork: 1 });
  });

  it('says when pay is unknown', () => {
    const summary = summarize([person({ total_earnings: null, flags: ['no_rate'] })]);
    expect(summary).toMatchObject({ earningsCents: 0, incomplete: true, needLook: 1 });
  });
});

describe('needsLook', () => {
  it('counts problems and disputes, not missing approval', () => {
    expect(needsLook(person())).toBe(false);
    expect(needsLook(person({ flags: ['unapproved', 'disputed'] }))).toBe(true);
    expect(issuesOf(person({ flags: ['no_rate', 'missing_clock_out'] }))).toEqual([
      'missing_clock_out',
      'no_rate',
    ]);
  });

  it('counts a holiday of unknown pay as someone to look at, not as nobody', () => {
    const holiday = { ...idle, total_earnings: null, flags: ['no_rate'] };
    expect(summarize([person(), holiday])).toMatchObject({
      people: 2,
      needLook: 1,
      incomplete: true,
    });
  });

  it('counts a person whose only entry still runs as having time', () => {
    expect(hasTime({ ...idle, days_worked: 1 })).toBe(true);
    expect(hasTime(idle)).toBe(false);
  });
});
