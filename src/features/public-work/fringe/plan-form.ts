import type { Wrong } from '@/components/form/use-form';
import type { DateInputValue } from '@/components/shared/date-input';
import type { CostPeriod, Plan, PlanKind } from '@/features/public-work/fringe/api/queries';
import type { PlanFields } from '@/features/public-work/fringe/api/save-plan';
import type { IsoDate } from '@/lib/format';
import { numberIn, numberText } from '@/lib/read-number';

export const COST = { digits: 4, min: 0.0001, max: 1_000_000 };
export const HOURS = { digits: 2, min: 1, max: 100_000 };

export interface PlanValues {
  name: string;
  kind: PlanKind;
  number: string;
  funding: 'funded' | 'unfunded';
  approvedBy: string;
  approvedOn: DateInputValue;
  approval: string;
  cost: string;
  period: CostPeriod;
  hours: string;
  from: DateInputValue;
  to: DateInputValue;
  evidence: string;
}

export const planValues = (plan: Plan | null, today: IsoDate): PlanValues => ({
  name: plan?.name ?? '',
  kind: plan?.kind ?? 'health',
  number: plan?.plan_number ?? '',
  funding: plan?.funded === false ? 'unfunded' : 'funded',
  approvedBy: plan?.approved_by ?? '',
  approvedOn: plan?.approved_on ?? null,
  approval: plan?.approval ?? '',
  cost: plan ? numberText(plan.cost_amount) : '',
  period: plan?.cost_period ?? 'month',
  hours: plan?.hours_basis == null ? '' : numberText(plan.hours_basis),
  from: plan?.from_date ?? today,
  to: plan?.to_date ?? null,
  evidence: plan?.evidence ?? '',
});

const optional = (text: string): string | null => text.trim() || null;

/** Texts of what is wrong, by what they are about. */
export type PlanProblems = Record<'name' | 'cost' | 'hours' | 'date' | 'order', string>;

/** A date that has to be there, or may be left out. */
function dateOf(
  values: PlanValues,
  name: 'from' | 'to' | 'approvedOn',
  wrong: Wrong<PlanValues>,
  text: string,
): IsoDate | null {
  const value = values[name];
  if (value === 'invalid' || (value === null && name === 'from')) return wrong(name, text);
  return value;
}

export function readPlan(
  values: PlanValues,
  wrong: Wrong<PlanValues>,
  problems: PlanProblems,
): PlanFields {
  const { name, kind, number, funding, cost, period, hours, evidence } = values;
  const from = dateOf(values, 'from', wrong, problems.date) as IsoDate;
  const to = dateOf(values, 'to', wrong, problems.date);
  if (from && to && to < from) wrong('to', problems.order);
  return {
    name: name.trim() || wrong('name', problems.name),
    kind,
    plan_number: optional(number),
    funded: funding === 'funded',
    approval: funding === 'funded' ? null : optional(values.approval),
    approved_by: funding === 'funded' ? null : optional(values.approvedBy),
    approved_on: funding === 'funded' ? null : dateOf(values, 'approvedOn', wrong, problems.date),
    cost_amount: numberIn(cost, COST) ?? wrong('cost', problems.cost),
    cost_period: period,
    hours_basis:
      period === 'hour' ? null : (numberIn(hours, HOURS) ?? wrong('hours', problems.hours)),
    from_date: from,
    to_date: to,
    evidence: optional(evidence),
  };
}
