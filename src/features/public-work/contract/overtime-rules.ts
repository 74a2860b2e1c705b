import { minutesOfHours } from '@/lib/read-number';

/** Overtime that a determination itself prescribes, as its form has it: hours as typed, '' is none. */
export interface OvertimeValues {
  halfAfter: string;
  doubleAfter: string;
  saturday: DayRule;
  sunday: DayRule;
  holiday: DayRule;
}

export type DayRule = 'none' | '1.5' | '2';
export const DAY_RULES: readonly DayRule[] = ['none', '1.5', '2'];

interface DailyRule {
  after: number;
  mult: number;
}

interface DayMultiplier {
  dow?: number;
  holiday?: boolean;
  mult: number;
}

export interface OvertimeRules {
  daily?: DailyRule[];
  day_rules?: DayMultiplier[];
}

const SUNDAY = 0;
const SATURDAY = 6;
const NONE: OvertimeValues = {
  halfAfter: '',
  doubleAfter: '',
  saturday: 'none',
  sunday: 'none',
  holiday: 'none',
};

const hoursOf = (minutes: number | undefined): string =>
  minutes === undefined ? '' : String(minutes / 60);

const ruleOf = (rule: DayMultiplier | undefined): DayRule =>
  DAY_RULES.find((value) => Number(value) === rule?.mult) ?? 'none';

/** What stands in the fields for stored rules. */
export function overtimeValues(rules: OvertimeRules | null): OvertimeValues {
  if (!rules) return NONE;
  const { daily = [], day_rules: days = [] } = rules;
  return {
    halfAfter: hoursOf(daily.find(({ mult }) => mult === 1.5)?.after),
    doubleAfter: hoursOf(daily.find(({ mult }) => mult === 2)?.after),
    saturday: ruleOf(days.find(({ dow }) => dow === SATURDAY)),
    sunday: ruleOf(days.find(({ dow }) => dow === SUNDAY)),
    holiday: ruleOf(days.find(({ holiday }) => holiday === true)),
  };
}

/** The rules as they are stored, null where there are none; or the field that cannot be read. */
export function overtimeRules(
  values: OvertimeValues,
): { rules: OvertimeRules | null } | { field: 'halfAfter' | 'doubleAfter' } {
  const daily: DailyRule[] = [];
  for (const [field, mult] of [
    ['halfAfter', 1.5],
    ['doubleAfter', 2],
  ] as const) {
    if (values[field].trim() === '') continue;
    const after = minutesOfHours(values[field], 1440);
    if (after === null || after <= (daily[0]?.after ?? -1)) return { field };
    daily.push({ after, mult });
  }
  const days: DayMultiplier[] = [];
  if (values.saturday !== 'none') days.push({ dow: SATURDAY, mult: Number(values.saturday) });
  if (values.sunday !== 'none') days.push({ dow: SUNDAY, mult: Number(values.sunday) });
  if (values.holiday !== 'none') days.push({ holiday: true, mult: Number(values.holiday) });
  if (daily.length === 0 && days.length === 0) return { rules: null };
  return {
    rules: {
      ...(daily.length > 0 && { daily }),
      ...(days.length > 0 && { day_rules: days }),
    },
  };
}

/** Whether the form can show all of the stored rules; others stay as they are. */
export function fitsForm(rules: OvertimeRules | null): boolean {
  if (!rules) return true;
  const again = overtimeRules(overtimeValues(rules));
  const count = (one: OvertimeRules | null): number =>
    (one?.daily?.length ?? 0) + (one?.day_rules?.length ?? 0);
  return 'rules' in again && count(again.rules) === count(rules);
}
