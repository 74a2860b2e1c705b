import { describe, expect, it, test } from 'vitest';
import type { PayrollPerson } from '@/features/payroll/api/queries';
import {
  hasTime,
  issueCount,
  issuesOf,
  needsReview,
  summarize,
} from '@/features/payroll/period-summary';

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
  leave_minutes: 0,
  leave_pay: 0,
  premium_pay: 0,
  minimum_wage_missing: null,
  fringe_pay: 0,
  reimbursed_pay: 0,
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
      needReview: 0,
    });
  });

  it('does not count those at work as ready', () => {
    const summary = summarize([person(), person({ flags: ['on_the_clock', 'unapproved'] })]);
    expect(summary).toMatchObject({ people: 2, needReview: 0, atWork: 1 });
  });

  it('counts as ready who is approved, and nobody before', () => {
    expect(summarize([person(), person()]).ready).toBe(0);
    const approved = person({ approval: 'approved', days_approved: 6, flags: [] });
    expect(summarize([approved, person()]).ready).toBe(1);
    const disputed = { ...approved, flags: ['disputed'] };
    expect(summarize([approved, disputed]).ready).toBe(1);
  });

  it('keeps time off and premiums apart from other pay', () => {
    const paid = person({ other_pay: 230, leave_minutes: 480, leave_pay: 160, premium_pay: 20 });
    expect(summarize([paid, person()])).toMatchObject({
      leave: 480,
      premiumCents: 2000,
      otherCents: 5000,
    });
  });

  it('says when pay is unknown', () => {
    const summary = summarize([person({ total_earnings: null, flags: ['no_rate'] })]);
    expect(summary).toMatchObject({ earningsCents: 0, incomplete: true, needReview: 1 });
  });
});

test('issues to fix are those of the list: entries without an end once each, a rate, and the rest', () => {
  const people = [
    person({ flags: ['missing_clock_out'] }),
    person({ flags: ['no_rate', 'long_entry', 'no_project'] }),
    person({ flags: ['unapproved'] }),
    person({ flags: ['below_minimum_wage', 'disputed'], minimum_wage_missing: 326.4 }),
  ];
  expect(issueCount(people, 2)).toBe(6);
});

describe('needsReview', () => {
  it('counts problems and disputes, not missing approval', () => {
    expect(needsReview(person())).toBe(false);
    expect(needsReview(person({ flags: ['unapproved', 'disputed'] }))).toBe(true);
    expect(issuesOf(person({ flags: ['no_rate', 'missing_clock_out'] }))).toEqual([
      'missing_clock_out',
      'no_rate',
    ]);
  });

  it('counts a holiday of unknown pay as someone to look at, not as nobody', () => {
    const holiday = { ...idle, total_earnings: null, flags: ['no_rate'] };
    expect(summarize([person(), holiday])).toMatchObject({
      people: 2,
      needReview: 1,
      incomplete: true,
    });
  });

  it('counts a person whose only entry still runs as having time', () => {
    expect(hasTime({ ...idle, days_worked: 1 })).toBe(true);
    expect(hasTime(idle)).toBe(false);
  });
});
