import { describe, expect, it } from 'vitest';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import { explainWeeks, sheetSummary, totalsOf } from '@/features/payroll/explain';

const line = (changes: Partial<ExplainedLine>): ExplainedLine => ({
  week_start: '2026-03-09',
  work_date: '2026-03-13',
  project_id: 'P100',
  cost_code_id: null,
  pay_code: 'REG',
  multiplier: 1,
  minutes: 280,
  rule: 'regular',
  rules: [{ rule: 'regular', threshold_minutes: null, minutes: 280 }],
  hourly_rate: 32.5,
  premium_cents: 0,
  total_cents: 15_167,
  paid_break_minutes: 0,
  auto_meal_minutes: 0,
  week_minutes: 2840,
  week_regular_rate: 30.037,
  policy_preset: 'flsa',
  ...changes,
});
const overtime = line({
  pay_code: 'OT',
  multiplier: 1.5,
  minutes: 190,
  rule: 'weekly',
  rules: [{ rule: 'weekly', threshold_minutes: 2400, minutes: 190 }],
});

describe('explainWeeks', () => {
  it('tells Friday of the golden week: regular first, then overtime and why', () => {
    const [week] = explainWeeks([overtime, line({})]);
    expect(week).toMatchObject({ start: '2026-03-09', minutes: 2840, policy: 'flsa' });
    expect(week?.days[0]).toMatchObject({
      date: '2026-03-13',
      minutes: 470,
      parts: [
        { code: 'REG', rule: 'regular', threshold_minutes: null, minutes: 280 },
        { code: 'OT', rule: 'weekly', threshold_minutes: 2400, minutes: 190 },
      ],
    });
  });

  it('adds equal rules of several lines and keeps different thresholds apart', () => {
    const daily = (threshold_minutes: number, minutes: number) =>
      line({
        pay_code: 'OT',
        minutes,
        rules: [{ rule: 'daily', threshold_minutes, minutes }],
      });
    const [week] = explainWeeks([
      line({}),
      line({}),
      daily(480, 60),
      daily(480, 30),
      daily(720, 5),
    ]);
    expect(week?.days[0]?.parts.map(({ minutes }) => minutes)).toEqual([560, 90, 5]);
  });

  it('keeps pay that is not for hours apart', () => {
    const [week] = explainWeeks([
      line({}),
      line({ pay_code: 'MEAL_PREMIUM', minutes: 60, rule: 'meal_premium', total_cents: 3250 }),
    ]);
    expect(week?.days[0]).toMatchObject({
      minutes: 280,
      others: [{ rule: 'meal_premium', cents: 3250 }],
    });
  });
});

describe('totalsOf', () => {
  const leave = line({ pay_code: 'PTO', minutes: 480, total_cents: 26_000 });

  it('adds up hours worked and all pay', () => {
    expect(totalsOf([line({}), leave])).toEqual({ minutes: 280, cents: 41_167 });
  });

  it('knows no pay where a line has none', () => {
    expect(totalsOf([line({ total_cents: null }), leave])).toEqual({ minutes: 280, cents: null });
  });
});

describe('sheetSummary', () => {
  const extra = (pay_code: string, total_cents: number, minutes = 0) =>
    line({ pay_code, total_cents, minutes });
  it('has hours by kind, and every cent of the pay in one part', () => {
    const summary = sheetSummary([
      line({}),
      overtime,
      line({ project_id: 'P200', minutes: 600, total_cents: 32_500 }),
      extra('PTO', 19_200, 480),
      extra('MEAL_PREM', 3250),
      extra('BONUS_D', 5000),
      extra('FLSA_ADJ', 11),
    ]);
    expect(summary).toMatchObject({
      worked: 1070,
      regular: 880,
      overtime: 190,
      leave: 480,
      premiumCents: 3250,
      otherCents: 5000,
      cents: 15_167 * 2 + 32_500 + 19_200 + 3250 + 5000 + 11,
    });
  });

  it('shows no amount where pay is hidden or unknown', () => {
    const summary = sheetSummary([line({ total_cents: null }), extra('BONUS_D', 5000)]);
    expect([summary.cents, summary.premiumCents, summary.otherCents]).toEqual([null, null, null]);
  });
});
