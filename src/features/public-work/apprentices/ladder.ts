import type { DateInputValue } from '@/components/shared/date-input';
import type { StepFields } from '@/features/public-work/apprentices/api/save';
import type { IsoDate } from '@/lib/format';
import { numberIn } from '@/lib/read-number';
import { addDays } from '@/lib/time';

/** A step as it is typed. */
export interface StepDraft {
  key: number;
  level: string;
  percent: string;
  fringe: string;
  from: DateInputValue;
  to: DateInputValue;
}

export type StepProblem = 'level' | 'percent' | 'fringe' | 'date' | 'order';

export const PERCENT = { digits: 2, min: 0.01, max: 100 };
export const FRINGE_PERCENT = { ...PERCENT, min: 0 };

/** The first thing that is wrong with a step. */
export function problemOf(step: StepDraft, byProgram: boolean): StepProblem | null {
  if (step.level.trim() === '') return 'level';
  if (numberIn(step.percent, PERCENT) === null) return 'percent';
  if (byProgram && numberIn(step.fringe, FRINGE_PERCENT) === null) return 'fringe';
  if (step.from === null || step.from === 'invalid' || step.to === 'invalid') return 'date';
  return step.to !== null && step.to < step.from ? 'order' : null;
}

/** What is sent of a step without a problem. Where the program says nothing of fringe, all of it is owed. */
export const fieldsOf = (step: StepDraft, byProgram: boolean): StepFields => ({
  level: step.level.trim(),
  percent: numberIn(step.percent, PERCENT) ?? 0,
  fringe_percent: byProgram ? numberIn(step.fringe, FRINGE_PERCENT) : null,
  from_date: step.from as IsoDate,
  to_date: step.to as IsoDate | null,
});

/** The same day so many months later, or the last of a shorter month. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)))
    .toISOString()
    .slice(0, 10);
}

export interface LadderPlan {
  start: IsoDate;
  months: number;
  steps: number;
  firstPercent: number;
  lastPercent: number;
}

/** Steps of equal length and rise; each ends the day before the next, the last one too. */
export function ladderOf(plan: LadderPlan, level: (step: number) => string): StepDraft[] {
  const { start, months, steps, firstPercent, lastPercent } = plan;
  const rise = steps > 1 ? (lastPercent - firstPercent) / (steps - 1) : 0;
  return Array.from({ length: steps }, (_, index) => {
    const percent = String(Math.round((firstPercent + index * rise) * 100) / 100);
    return {
      key: index,
      level: level(index + 1),
      percent,
      fringe: percent,
      from: addMonths(start, index * months),
      to: addDays(addMonths(start, (index + 1) * months), -1),
    };
  });
}
