import { queryOptions } from '@tanstack/react-query';
import type { EntryPage } from '@/entities/time-entry/entry-filter';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';

const DAY_MILLISECONDS = 86_400_000;
const KEPT_DAYS = 14;
const MOST_ENTRIES = 1000;

export interface KeptTime {
  since: string;
  entries: TimeEntry[];
}

/** One's own entries of the last two weeks: what lists show where there is no signal. */
export function keptTimeQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.timeEntries, 'kept', employeeId],
    queryFn: async ({ signal }): Promise<KeptTime> => {
      const since = new Date(serverNow() - KEPT_DAYS * DAY_MILLISECONDS).toISOString();
      const { entries } = unwrap(
        await supabase()
          .rpc('list_time_entries', {
            start_param: since,
            end_param: new Date(serverNow() + DAY_MILLISECONDS).toISOString(),
            employee_id_param: employeeId,
            limit_param: MOST_ENTRIES,
          })
          .abortSignal(signal),
      ) as unknown as EntryPage;
      return { since, entries };
    },
  });
}
