import { useQuery } from '@tanstack/react-query';
import { payPeriodsQuery } from '@/entities/pay-period/pay-periods-query';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { addDays, type DateRange, weekOf } from '@/lib/time';

export const PRESETS = ['thisWeek', 'lastWeek', 'thisPeriod', 'lastPeriod'] as const;
export type PresetName = (typeof PRESETS)[number];

/** Ranges one export usually covers. Pay periods come from the company's rule. */
export function usePresets(): { presets: Partial<Record<PresetName, DateRange>>; ready: boolean } {
  const company = useViewer().company;
  const { today } = useCalendar();
  const { data, isPending } = useQuery({
    ...payPeriodsQuery(company?.id ?? ''),
    enabled: company !== null,
  });
  // The workweek of pay, not the week this person likes to see.
  const week = weekOf(today, company?.week_start ?? 0);
  const period = (current: boolean): DateRange | undefined => {
    const found = data?.find((candidate) => candidate.is_current === current);
    return found && { start: found.start_date, end: found.end_date };
  };
  const [thisPeriod, lastPeriod] = [period(true), period(false)];
  return {
    presets: {
      thisWeek: week,
      lastWeek: { start: addDays(week.start, -7), end: addDays(week.end, -7) },
      ...(thisPeriod ? { thisPeriod } : {}),
      ...(lastPeriod ? { lastPeriod } : {}),
    },
    ready: company === null || !isPending,
  };
}
