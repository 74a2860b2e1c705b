import type { ExplainedLine } from '@/features/my-status/api/queries';

export interface DayHours {
  date: string;
  regular: number;
  overtime: number;
  double: number;
  worked: number;
  /** Null where pay is hidden or a rate is missing. */
  cents: number | null;
}

/** Minutes of each day by kind of pay; other pay (leave, adjustments) adds cents, not hours. */
export function hoursByDay(lines: readonly ExplainedLine[]): DayHours[] {
  const days = new Map<string, DayHours>();
  for (const line of lines) {
    const day = days.get(line.work_date) ?? {
      date: line.work_date,
      regular: 0,
      overtime: 0,
      double: 0,
      worked: 0,
      cents: 0,
    };
    if (line.pay_code === 'REG') day.regular += line.minutes;
    if (line.pay_code === 'OT') day.overtime += line.minutes;
    if (line.pay_code === 'DT') day.double += line.minutes;
    day.worked = day.regular + day.overtime + day.double;
    day.cents =
      day.cents === null || line.total_cents === null ? null : day.cents + line.total_cents;
    days.set(line.work_date, day);
  }
  return [...days.values()].toSorted((left, right) => left.date.localeCompare(right.date));
}

export function totalHours(days: readonly DayHours[]): Omit<DayHours, 'date'> {
  const sum = (pick: (day: DayHours) => number): number =>
    days.reduce((all, day) => all + pick(day), 0);
  return {
    regular: sum((day) => day.regular),
    overtime: sum((day) => day.overtime),
    double: sum((day) => day.double),
    worked: sum((day) => day.worked),
    cents: days.some((day) => day.cents === null) ? null : sum((day) => day.cents ?? 0),
  };
}
