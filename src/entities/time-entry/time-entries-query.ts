import { infiniteQueryOptions } from '@tanstack/react-query';
import type { EntryFilter, EntryPage } from '@/entities/time-entry/entry-filter';
import { orStoredPage } from '@/entities/time-entry/stored-entries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

const PAGE_SIZE = 200;

async function fetchPage(filter: EntryFilter, offset: number, signal: AbortSignal) {
  return unwrap(
    await supabase()
      .rpc('list_time_entries', {
        start_param: filter.range.start,
        end_param: filter.range.end,
        employee_id_param: filter.employeeId,
        project_id_param: filter.projectId,
        cost_code_id_param: filter.costCodeId,
        ...(filter.classificationId && { classification_id_param: filter.classificationId }),
        ...(filter.custom && { custom_param: filter.custom }),
        status_param: filter.status,
        group_by_param: filter.groupBy,
        offset_param: offset,
        limit_param: PAGE_SIZE,
      })
      .abortSignal(signal),
  ) as unknown as EntryPage;
}

/** Entries that start in the range, newest first or by group; the database decides whose are seen. */
export function timeEntriesQuery(companyId: string, filter: EntryFilter) {
  return infiniteQueryOptions({
    queryKey: [queryKeys.timeEntries, 'list', companyId, filter],
    queryFn: ({ pageParam, signal }) =>
      pageParam === 0
        ? orStoredPage(() => fetchPage(filter, 0, signal), filter)
        : fetchPage(filter, pageParam, signal),
    meta: { answersOffline: true },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.entries.length, 0);
      return loaded < (pages[0]?.summary?.entries ?? 0) ? loaded : undefined;
    },
    select: ({ pages }) => ({
      // A row that moved between two pages while they were fetched must not appear twice.
      entries: [
        ...new Map(
          pages.flatMap((page) => page.entries).map((entry) => [entry.id, entry]),
        ).values(),
      ],
      summary: pages[0]?.summary ?? { entries: 0, minutes: 0, groups: [], running: [] },
    }),
  });
}

export const ALL_ENTRIES: Omit<EntryFilter, 'range'> = {
  employeeId: null,
  projectId: null,
  costCodeId: null,
  classificationId: null,
  status: null,
  groupBy: null,
};
