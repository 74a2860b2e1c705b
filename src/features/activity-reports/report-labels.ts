import { isField, type Measure, type RowName } from '@/features/activity-reports/definition';
import { formatHoursMinutes } from '@/lib/duration';
import type { Format } from '@/lib/format';
import type { TFunction } from '@/lib/translation';

export interface Wording {
  t: TFunction<'activity-reports'>;
  format: Format;
  /** What a grouping is called, where it is a custom field. */
  rowName?: (row: RowName) => string;
}

/** How the keys and figures of a report are written. */
export function reportLabels({ t, format, rowName }: Wording) {
  return {
    rowName: rowName ?? ((row: RowName): string => t(isField(row) ? 'row.field' : `row.${row}`)),
    /** Dates by their name; null is work without a project, code or machine. */
    named: (label: string | null, row: RowName): string => {
      if (label === null) return t('without');
      if (row === 'day') return format.weekdayDate(label);
      if (row === 'week') return t('weekOf', { date: format.date(label) });
      return row === 'month' ? format.month(label) : label;
    },
    written: (value: number, measure: Measure): string => {
      if (measure === 'hours') return formatHoursMinutes(value);
      if (measure === 'cost') return format.moneyFromCents(Math.round(value * 100));
      return format.number(value);
    },
  };
}

/** People of two days may be the same, and yards are not feet: their sums say nothing. */
export const addsUp = (measure: Measure) => ({
  across: measure !== 'people',
  down: measure !== 'people' && measure !== 'quantity',
});
