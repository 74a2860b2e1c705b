import { queryOptions } from '@tanstack/react-query';
import type { Channel } from '@/features/notifications/channels';
import type { Grouping } from '@/features/notifications/groups';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { changeQueries, useWrite } from '@/lib/use-write';

/** One cell of one's own table. */
export interface ChoiceRow {
  event: string;
  grouping: Grouping;
  channel: Channel;
  on: boolean;
  forced: boolean;
  /** The owner who decided; null where the product itself insists. */
  forced_by: string | null;
  available: boolean;
  /** Why this channel does not reach the viewer, such as `no_device`. */
  reason: string | null;
}

const KEY = [queryKeys.notifications, 'choices'];

/** What somebody can be notified of, and how they are. */
export const choicesQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [...KEY, employeeId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('notification_table').abortSignal(signal)) as ChoiceRow[],
  });

interface Choice {
  event: string;
  channel: Channel;
  on: boolean;
}

/** Saved as it is made. */
export function useChoose(companyId: string, employeeId: string) {
  return useWrite({
    send: async (choice: Choice) =>
      unwrap(
        await supabase()
          .from('notification_choices')
          .upsert(
            { company_id: companyId, employee_id: employeeId, ...choice },
            { onConflict: 'company_id,employee_id,event,channel' },
          ),
      ),
    showAtOnce: ({ event, channel, on }, client) =>
      changeQueries<ChoiceRow[]>(client, KEY, (rows) =>
        rows.map((row) => (row.event === event && row.channel === channel ? { ...row, on } : row)),
      ),
    stale: [KEY],
    failureText: 'notifications:table.saveFailed',
  });
}

/** After the switch of a group was pressed: it decides for all of its events again. */
export function useFollowSwitch(employeeId: string) {
  return useWrite({
    send: async (rows: readonly ChoiceRow[]) => {
      const events = rows.filter(({ forced }) => !forced).map(({ event }) => event);
      if (events.length === 0) return;
      unwrap(
        await supabase()
          .from('notification_choices')
          .delete()
          .eq('employee_id', employeeId)
          .eq('channel', 'mail')
          .in('event', events),
      );
    },
    stale: [KEY],
    failureText: 'notifications:table.saveFailed',
  });
}
