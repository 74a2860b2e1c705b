import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { activityReportQuery, savedReportsQuery } from '@/features/activity-reports/api/queries';
import {
  asked,
  type Definition,
  type Measure,
  type RowName,
  rangeOf,
  readAddress,
  readSaved,
  writeAddress,
} from '@/features/activity-reports/definition';
import { pivot } from '@/features/activity-reports/pivot';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';

/** The report in the address, its answer as a table, and how its keys and figures are written. */
export function useReport() {
  const { t } = useTranslation('activity-reports');
  const format = useFormat();
  const calendar = useCalendar();
  const [params, setParams] = useSearchParams();
  const savedId = params.get('saved');
  const companyId = useViewer().company?.id ?? '';
  const stored = useQuery(savedReportsQuery(companyId)).data?.find(({ id }) => id === savedId);
  // The link in a mail names the report and nothing else.
  const definition =
    stored && !params.has('by') ? readSaved(stored.definition) : readAddress(params);
  const toAsk = asked(definition, calendar);
  const query = useQuery(activityReportQuery(toAsk));
  const open = (next: Definition, savedId: string | null): void => {
    const address = writeAddress(next);
    if (savedId) address.set('saved', savedId);
    setParams(address, { replace: true, preventScrollReset: true });
  };
  /** Dates by their name; null is work without a project, code or machine. */
  const named = (label: string | null, row: RowName): string => {
    if (label === null) return t('without');
    if (row === 'day') return format.weekdayDate(label);
    if (row === 'week') return t('weekOf', { date: format.date(label) });
    return row === 'month' ? format.month(label) : label;
  };
  const written = (value: number, measure: Measure = definition.measure): string => {
    if (measure === 'hours') return formatHoursMinutes(value);
    if (measure === 'cost') return format.moneyFromCents(Math.round(value * 100));
    return format.number(value);
  };
  return {
    definition,
    range: rangeOf(definition, calendar),
    asked: toAsk,
    savedId,
    query,
    table: pivot(query.data ?? [], definition),
    // People of two days may be the same, and yards are not feet: their sums say nothing.
    adds: {
      across: definition.measure !== 'people',
      down: definition.measure !== 'people' && definition.measure !== 'quantity',
    },
    open,
    change: (changes: Partial<Definition>) => open({ ...definition, ...changes }, savedId),
    named,
    written,
  };
}

export type Report = ReturnType<typeof useReport>;
