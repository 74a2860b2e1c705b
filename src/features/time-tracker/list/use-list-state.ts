import { useSearchParams } from 'react-router';
import { useIsSection } from '@/components/shared/page-section';
import { customOf } from '@/entities/custom-field/custom-field';
import { type CustomList, useCustomList } from '@/entities/custom-field/use-custom-list';
import type { EntryFilter, EntryGroup } from '@/entities/time-entry/entry-filter';
import { PERIODS, type Period, periodRange } from '@/entities/time-entry/period';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useSeesOthersTime } from '@/entities/viewer/use-viewer';
import { useFormat } from '@/lib/format-context';
import { type DateRange, instantRange, isIsoDate } from '@/lib/time';

const GROUPS: readonly EntryGroup[] = ['employee', 'project', 'day', 'classification'];
const STATUSES = ['active', 'completed'] as const;

type Changes = Partial<
  Record<
    | 'period'
    | 'from'
    | 'to'
    | 'employee'
    | 'project'
    | 'code'
    | 'class'
    | 'status'
    | 'group'
    | 'field'
    | 'answer',
    string | null
  >
>;

export interface ListState {
  period: Period;
  /** The one an address without a period shows. */
  usual: Period;
  days: DateRange;
  filter: EntryFilter;
  /** Columns of the company's own fields. */
  fields: CustomList<TimeEntry>;
  /** Filters beyond the tab are set. */
  narrowed: boolean;
  change: (changes: Changes) => void;
  /** Takes the filters off; tab and grouping stay. */
  clear: () => void;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}

/** What the list shows, kept in the address so that it can be bookmarked, shared and reloaded. */
export function useListState(): ListState {
  const [search, setSearch] = useSearchParams();
  const ofProject = useIsSection();
  const usual: Period = ofProject ? 'week' : 'today';
  const privileged = useSeesOthersTime();
  const calendar = useCalendar();
  const fields = useCustomList<TimeEntry>('time_entries', customOf);
  const { timeZone } = useFormat().preferences;

  const asked = oneOf(PERIODS, search.get('period')) ?? usual;
  const period = asked === 'custom' && !privileged ? 'today' : asked;
  const from = search.get('from');
  const to = search.get('to');
  const custom =
    from && to && isIsoDate(from) && isIsoDate(to)
      ? { start: from, end: to }
      : periodRange('week', calendar);
  const days = periodRange(period, calendar, custom);
  const filter: EntryFilter = {
    range: instantRange(days, timeZone),
    employeeId: privileged ? search.get('employee') : null,
    projectId: search.get('project'),
    costCodeId: search.get('code'),
    classificationId: search.get('class'),
    ...(fields.filter && { custom: fields.filter }),
    status: oneOf(STATUSES, search.get('status')),
    // A worker's week reads best day by day; managers choose.
    groupBy:
      oneOf(GROUPS, search.get('group')) ?? (period === 'week' && !privileged ? 'day' : null),
  };

  const change = (changes: Changes): void => {
    setSearch(
      (params) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value) params.set(name, value);
          else params.delete(name);
        }
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const { employeeId, projectId, costCodeId, classificationId, status } = filter;
  const narrowed = [
    employeeId,
    ofProject ? null : projectId,
    costCodeId,
    classificationId,
    status,
    fields.filter,
  ].some((value) => value !== null);
  const clear = (): void =>
    change({
      employee: null,
      ...(ofProject ? {} : { project: null }),
      code: null,
      class: null,
      status: null,
      field: null,
      answer: null,
    });
  return { period, usual, days, filter, fields, narrowed, change, clear };
}
