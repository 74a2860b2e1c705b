import type { Column } from '@/components/shared/data-table/column';
import type { DayHours } from '@/features/my-status/report/hours-by-day';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const hours = (minutes: number): string => (minutes === 0 ? '–' : formatHoursMinutes(minutes * 60));

export function useHoursColumns(totals: Omit<DayHours, 'date'>): Column<DayHours>[] {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  const figures = (['regular', 'overtime', 'double'] as const).map(
    (kind): Column<DayHours> => ({
      id: kind,
      header: t(`week.${kind}`),
      align: 'end',
      cell: (day) => hours(day[kind]),
      total: hours(totals[kind]),
    }),
  );
  const pay: Column<DayHours> = {
    id: 'pay',
    header: t('report.earnings'),
    align: 'end',
    cell: (day) => (day.cents === null ? '–' : format.moneyFromCents(day.cents)),
    total: totals.cents === null ? '–' : format.moneyFromCents(totals.cents),
  };
  return [
    {
      id: 'date',
      header: t('week.day'),
      card: 'title',
      cell: (day) => format.weekdayDate(day.date),
    },
    ...figures,
    {
      id: 'worked',
      header: t('week.total'),
      align: 'end',
      card: 'aside',
      cell: (day) => <span className="font-[620]">{hours(day.worked)}</span>,
      total: hours(totals.worked),
    },
    ...(totals.cents === null ? [] : [pay]),
  ];
}
