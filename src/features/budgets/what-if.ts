import { addDays } from '@/lib/time';

/** How the last four whole weeks went; costs are null for who may not see them. */
export interface Pace {
  people: number;
  hours_per_week: number;
  overtime_per_week: number;
  /** Hours a week and a day after which overtime begins. */
  weekly_after: number | null;
  daily_after: number | null;
  hour_cost: number | null;
  overtime_premium: number | null;
}

/** Where the project is: hours at completion at the present pace, and how many are still to come. */
export interface Outlook {
  today: string;
  forecastHours: number;
  openHours: number;
  actualCost: number | null;
}

export interface Changes {
  /** Null: as many as now. */
  people: number | null;
  weeksLater: number;
  fourTens: boolean;
  noOvertime: boolean;
  /** Percent by which more is done in an hour. */
  productivity: number;
}

export const NO_CHANGES: Changes = {
  people: null,
  weeksLater: 0,
  fourTens: false,
  noOvertime: false,
  productivity: 0,
};

export const isUnchanged = (changes: Changes): boolean =>
  (Object.keys(NO_CHANGES) as (keyof Changes)[]).every((key) => changes[key] === NO_CHANGES[key]);

export interface Outcome {
  hours: number;
  /** Of the hours to come. */
  overtime: number;
  cost: number | null;
  finish: string | null;
}

const TEN_HOUR_DAYS = 4;
const LONG_DAY = 10;

/** Hours of one person a week, and how many of them are overtime. */
function personWeek(pace: Pace, { fourTens, noOvertime }: Changes) {
  const usual = {
    hours: pace.hours_per_week / pace.people,
    overtime: pace.overtime_per_week / pace.people,
  };
  const week = TEN_HOUR_DAYS * LONG_DAY;
  const daily =
    pace.daily_after === null ? 0 : TEN_HOUR_DAYS * Math.max(0, LONG_DAY - pace.daily_after);
  const weekly = pace.weekly_after === null ? 0 : Math.max(0, week - pace.weekly_after);
  const planned = fourTens ? { hours: week, overtime: Math.max(daily, weekly) } : usual;
  return noOvertime ? { hours: planned.hours - planned.overtime, overtime: 0 } : planned;
}

/**
 * What the rest of the project takes. People add hours, not speed; only `productivity` says that
 * an hour does more or less.
 */
export function whatIf(outlook: Outlook, pace: Pace, changes: Changes): Outcome {
  const { hours, overtime } = personWeek(pace, changes);
  const open = outlook.openHours / (1 + changes.productivity / 100);
  const weekly = (changes.people ?? pace.people) * hours;
  const extra = hours > 0 ? (open * overtime) / hours : 0;
  const days = Math.ceil((7 * open) / weekly - 1e-9) + 7 * changes.weeksLater;
  const known =
    outlook.actualCost !== null && pace.hour_cost !== null && pace.overtime_premium !== null;
  return {
    hours: outlook.forecastHours - outlook.openHours + open,
    overtime: extra,
    cost: known
      ? (outlook.actualCost ?? 0) +
        open * (pace.hour_cost ?? 0) +
        extra * (pace.overtime_premium ?? 0)
      : null,
    finish: weekly > 0 && days < 7000 ? addDays(outlook.today, days) : null,
  };
}
