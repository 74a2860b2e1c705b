import { queryOptions } from '@tanstack/react-query';
import type { EntryPage } from '@/entities/time-entry/entry-filter';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';

const DAY_MILLISECONDS = 86_400_000;
const STORED_DAYS = 14;
const MAX_ENTRIES = 1000;

export interface StoredTime {
  since: string;
  entries: TimeEntry[];
}

/** One's own entries of the last two weeks: what lists show where there is no signal. */
export function storedTimeQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.timeEntries, 'kept', employeeId],
    queryFn: async ({ signal }): Promise<StoredTime> => {
      const since = new Date(serverNow() - STORED_DAYS * DAY_MILLISECONDS).toISOString();
      const { entries } = unwrap(
        await supabase()
          .rpc('list_time_entries', {
            start_param: since,
            end_param: new Date(serverNow() + DAY_MILLISECONDS).toISOString(),
            employee_id_param: employeeId,
            limit_param: MAX_ENTRIES,
          })
          .abortSignal(signal),
      ) as unknown as EntryPage;
      return { since, entries };
    },
  });
}
