import { minutesOfHours, numberIn } from '@/lib/read-number';

interface Step {
  after: number;
  mult: number;
}
interface DayRule {
  dow?: number;
  holiday?: boolean;
  mult: number;
}

/** The rule object as the database keeps it; times in minutes. */
export interface Policy {
  weekly_after: number | null;
  daily: Step[];
  consecutive_after: number | null;
  seventh_day: { on: boolean; first: number; mult1: number; mult2: number };
  day_rules: DayRule[];
  day_split: 'split' | 'start_day';
  workday_start: string;
  rate_method: 'weighted_average' | 'rate_in_effect';
  [other: string]: unknown;
}

/** The rule as fields of a form; an empty one means that there is no such rule. */
export interface Details {
  weekly: string;
  daily: string;
  dailyFactor: string;
  second: string;
  secondFactor: string;
  consecutive: string;
  saturday: string;
  sunday: string;
  holiday: string;
  seventh: boolean;
  daySplit: Policy['day_split'];
  dayStart: string;
  rateMethod: Policy['rate_method'];
}

export type DetailName = keyof Details;

const SATURDAY = 6;
const SUNDAY = 0;
const hours = (minutes: number | null | undefined): string =>
  minutes === null || minutes === undefined ? '' : String(minutes / 60);

export function detailsOf(policy: Policy): Details {
  const [first, second] = policy.daily;
  const factor = (fits: (rule: DayRule) => boolean): string =>
    String(policy.day_rules.find(fits)?.mult ?? '');
  return {
    weekly: hours(policy.weekly_after),
    daily: hours(first?.after),
    dailyFactor: String(first?.mult ?? 1.5),
    second: hours(second?.after),
    secondFactor: String(second?.mult ?? 2),
    consecutive: hours(policy.consecutive_after),
    saturday: factor(({ dow }) => dow === SATURDAY),
    sunday: factor(({ dow }) => dow === SUNDAY),
    holiday: factor(({ holiday }) => holiday === true),
    seventh: policy.seventh_day.on,
    daySplit: policy.day_split,
    dayStart: policy.workday_start,
    rateMethod: policy.rate_method,
  };
}

/** Whole minutes of hours as typed; null where empty, undefined where it is none. */
function minutesOf(text: string, most: number): number | null | undefined {
  return text.trim() === '' ? null : minutesOfHours(text, most) || undefined;
}

function factorOf(text: string): number | null | undefined {
  return text.trim() === '' ? null : (numberIn(text, { digits: 2, min: 1, max: 5 }) ?? undefined);
}

/** The rule of a form, on top of what the form does not show; or the fields that are wrong. */
export function policyOf(base: Policy, details: Details): Policy | DetailName[] {
  const read = {
    weekly: minutesOf(details.weekly, 10_080),
    daily: minutesOf(details.daily, 1500),
    second: minutesOf(details.second, 1500),
    consecutive: minutesOf(details.consecutive, 10_080),
    dailyFactor: factorOf(details.dailyFactor),
    secondFactor: factorOf(details.secondFactor),
    saturday: factorOf(details.saturday),
    sunday: factorOf(details.sunday),
    holiday: factorOf(details.holiday),
  };
  const wrong = (Object.keys(read) as (keyof typeof read)[]).filter(
    (name) => read[name] === undefined,
  );
  const bad: DetailName[] = [...wrong];
  if (read.daily && !read.dailyFactor) bad.push('dailyFactor');
  if (read.second && !read.secondFactor) bad.push('secondFactor');
  if (read.second && (!read.daily || read.second <= read.daily)) bad.push('second');
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(details.dayStart)) bad.push('dayStart');
  if (bad.length > 0) return [...new Set(bad)];
  const step = (after: number | null | undefined, mult: number | null | undefined): Step[] =>
    after && mult ? [{ after, mult }] : [];
  const rule = (mult: number | null | undefined, day: Omit<DayRule, 'mult'>): DayRule[] =>
    mult ? [{ ...day, mult }] : [];
  return {
    ...base,
    weekly_after: read.weekly ?? null,
    consecutive_after: read.consecutive ?? null,
    daily: [
      ...step(read.daily, read.dailyFactor),
      ...step(read.second, read.secondFactor),
      ...base.daily.slice(2),
    ],
    seventh_day: { ...base.seventh_day, on: details.seventh },
    day_rules: [
      ...rule(read.saturday, { dow: SATURDAY }),
      ...rule(read.sunday, { dow: SUNDAY }),
      ...rule(read.holiday, { holiday: true }),
      ...base.day_rules.filter(
        ({ dow, holiday }) => !holiday && dow !== SATURDAY && dow !== SUNDAY,
      ),
    ],
    day_split: details.daySplit,
    workday_start: details.dayStart,
    rate_method: details.rateMethod,
  };
}
