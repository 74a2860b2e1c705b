import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import type { EntryOption, QuantityOption, ReportOption } from '@/features/photos/api/queries';
import { useFormat } from '@/lib/format-context';

/** How what a photo is linked to is named, in the panel and in its lists. */
export function useLinkLabels() {
  const format = useFormat();
  const { data: codes = [] } = useCostCodeOptions();
  return {
    entry: ({ clock_in, clock_out }: EntryOption): string =>
      `${format.date(clock_in)}, ${format.time(clock_in)} – ${clock_out ? format.time(clock_out) : '…'}`,
    report: ({ number, report_date }: ReportOption): string =>
      `${number}, ${format.weekdayDate(report_date)}`,
    quantity: ({ cost_code_id, quantity, work_date, area }: QuantityOption): string => {
      const code = codes.find(({ id }) => id === cost_code_id);
      const name = code ? `${code.code} ${code.name}` : '–';
      return [name, format.number(quantity, 2), area, format.date(work_date)]
        .filter(Boolean)
        .join(' · ');
    },
  };
}
