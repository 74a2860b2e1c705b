import { useQuery } from '@tanstack/react-query';
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
import { addsUp, reportLabels } from '@/features/activity-reports/report-labels';
import { useFieldRows } from '@/features/activity-reports/use-field-rows';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

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
  const { fields, rowName, fieldLabel } = useFieldRows();
  const { named, written } = reportLabels({ t, format });
  return {
    definition,
    range: rangeOf(definition, calendar),
    asked: toAsk,
    savedId,
    query,
    table: pivot(query.data ?? [], definition),
    adds: addsUp(definition.measure),
    open,
    change: (changes: Partial<Definition>) => open({ ...definition, ...changes }, savedId),
    fields,
    rowName,
    named: (label: string | null, row: RowName) => fieldLabel(label, row) ?? named(label, row),
    written: (value: number, measure: Measure = definition.measure) => written(value, measure),
  };
}

export type Report = ReturnType<typeof useReport>;
