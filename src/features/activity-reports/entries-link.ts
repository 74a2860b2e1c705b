import type { Definition, RowName, Span } from '@/features/activity-reports/definition';
import type { PivotRow } from '@/features/activity-reports/pivot';
import { addDays, addMonths, type DateRange } from '@/lib/time';

const FILTERS: Partial<Record<RowName, string>> = {
  employee: 'employee',
  project: 'project',
  top_project: 'project',
  cost_code: 'code',
  classification: 'class',
};

/** The days of a column, as far as the report has them. */
export function spanOf(key: string, span: Span, range: DateRange): DateRange {
  const end =
    span === 'day' ? key : span === 'week' ? addDays(key, 6) : addDays(addMonths(key, 1), -1);
  return {
    start: key > range.start ? key : range.start,
    end: end < range.end ? end : range.end,
  };
}

/** Where the entries behind a figure are; null where the list cannot be narrowed to them. */
export function entriesLink(
  row: PivotRow,
  definition: Pick<Definition, 'by' | 'second' | 'project' | 'employee'> &
    Partial<Pick<Definition, 'classification'>>,
  range: DateRange,
): string | null {
  const { by, second, project, employee, classification } = definition;
  const params = new URLSearchParams({ period: 'custom', from: range.start, to: range.end });
  if (project) params.set('project', project);
  if (employee) params.set('employee', employee);
  if (classification) params.set('class', classification);
  const groupings: [RowName | null, string | null][] = [
    [by, row.by],
    [second, row.second],
  ];
  for (const [grouping, key] of groupings) {
    if (grouping === null) continue;
    const name = FILTERS[grouping];
    if (grouping === 'day' && key) {
      params.set('from', key);
      params.set('to', key);
    } else if (name && key) params.set(name, key);
    else return null;
  }
  return `/time-tracker?${params}`;
}
