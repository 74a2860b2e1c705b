import type { IsoDate } from '@/lib/format';
import type { Row } from '@/lib/rows';
import { addDays } from '@/lib/time';

type Rule = Pick<
  Row<'per_diem_rules'>,
  'from_date' | 'daily_amount' | 'first_last_percent' | 'lodging_amount'
>;

const MAX_DAYS = 61;

/** What a trip comes to while its form is open, as the database works it out: by the rule of each day, half up. */
export function tripWorth(
  rules: readonly Rule[],
  first: IsoDate,
  last: IsoDate,
): { meals: number; lodging: number } | null {
  const byDate = rules.toSorted((one, other) => other.from_date.localeCompare(one.from_date));
  let meals = 0;
  let lodging = 0;
  for (let day = first, days = 0; day <= last; day = addDays(day, 1), days += 1) {
    const rule = byDate.find(({ from_date }) => from_date <= day);
    if (!rule || days >= MAX_DAYS) return null;
    const percent = day === first || day === last ? rule.first_last_percent : 100;
    // Integers all the way: cents times hundredths of a percent.
    meals += Math.round((Math.round(rule.daily_amount * 100) * Math.round(percent * 100)) / 10_000);
    if (day < last) lodging += Math.round(rule.lodging_amount * 100);
  }
  return { meals: meals / 100, lodging: lodging / 100 };
}
