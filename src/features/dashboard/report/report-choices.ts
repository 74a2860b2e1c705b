import { useState } from 'react';
import type { DateInputValue } from '@/components/shared/date-input';
import type { Grouping } from '@/features/dashboard/api/report-query';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';

const DAY_MS = 86_400_000;

export interface ReportRange {
  start: string;
  end: string;
}

/** What a report is asked for: the last two weeks by employee, until something else is chosen. */
export function useReportChoices(zone: string) {
  const [from, setFrom] = useState<DateInputValue>(() => dateOf(serverNow() - 13 * DAY_MS, zone));
  const [to, setTo] = useState<DateInputValue>(() => dateOf(serverNow(), zone));
  const [grouping, setGrouping] = useState<Grouping>('employee');
  const [second, setSecond] = useState<Grouping | 'none'>('none');
  const valid =
    from !== null && from !== 'invalid' && to !== null && to !== 'invalid' && from <= to;
  const range: ReportRange | null = valid ? { start: from, end: to } : null;
  return {
    ...{ from, setFrom, to, setTo, range, grouping, setGrouping, setSecond },
    thenBy: second === 'none' || second === grouping ? null : second,
  };
}

export type ReportChoices = ReturnType<typeof useReportChoices>;
