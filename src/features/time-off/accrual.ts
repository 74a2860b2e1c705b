import { hoursIn } from '@/lib/read-number';

export const ACCRUAL_KINDS = ['none', 'per_year', 'per_period', 'per_hours_worked'] as const;
export type AccrualKind = (typeof ACCRUAL_KINDS)[number];

export const ACCRUED = { digits: 4, min: 0.0001, max: 9_999 };

/** An accrual rule as it stands in the form: text until it is saved. */
export interface AccrualFields {
  kind: AccrualKind;
  hours: string;
  worked: string;
  cap: string;
  carryOver: string;
  waitingDays: string;
}

export interface AccrualRule {
  kind: Exclude<AccrualKind, 'none'>;
  hours: number;
  worked?: number;
  cap?: number;
  carry_over?: number;
  waiting_days?: number;
}

const text = (value: number | undefined): string => (value === undefined ? '' : String(value));

export function accrualFields(rule: unknown): AccrualFields {
  const known = (rule ?? {}) as Partial<AccrualRule>;
  return {
    kind: known.kind ?? 'none',
    hours: text(known.hours),
    worked: text(known.worked),
    cap: text(known.cap),
    carryOver: text(known.carry_over),
    waitingDays: text(known.waiting_days),
  };
}

/** The rule as it is stored; null: hours are given by hand; 'invalid': a number is missing or none. */
export function accrualRule(fields: AccrualFields): AccrualRule | null | 'invalid' {
  if (fields.kind === 'none') return null;
  const hours = hoursIn(fields.hours, ACCRUED);
  const worked = fields.kind === 'per_hours_worked' ? hoursIn(fields.worked, ACCRUED) : undefined;
  if (hours === null || worked === null) return 'invalid';
  const rule: AccrualRule = { kind: fields.kind, hours };
  if (worked !== undefined) rule.worked = worked;
  for (const [name, typed] of [
    ['cap', fields.cap],
    ['carry_over', fields.carryOver],
    ['waiting_days', fields.waitingDays],
  ] as const) {
    if (typed.trim() === '') continue;
    const value = hoursIn(typed, { max: ACCRUED.max });
    if (value === null) return 'invalid';
    rule[name] = value;
  }
  return rule;
}
