import { queryOptions } from '@tanstack/react-query';
import type { Channel } from '@/features/notifications/channels';
import type { Grouping } from '@/features/notifications/groups';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { text } from '@/lib/translation';
import { changeQueries, useWrite } from '@/lib/use-write';

/** One cell of the company's table. */
export interface RuleRow {
  event: string;
  grouping: Grouping;
  audience: 'everyone' | 'foremen' | 'managers' | 'owners';
  channel: Channel;
  default_on: boolean;
  forced: boolean;
  /** Whether an owner may decide it for everyone. */
  forceable: boolean;
  /** How many it concerns. */
  people: number;
  decided_by: string | null;
  decided_at: string | null;
}

const KEY = [queryKeys.notifications, 'company'];

export const companyRulesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...KEY, companyId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('company_notification_table').abortSignal(signal)) as RuleRow[],
  });

type Rule = Pick<RuleRow, 'event' | 'channel' | 'default_on' | 'forced'>;

/** Saved as it is chosen, for everyone. */
export function useSaveRule(companyId: string) {
  return useWrite({
    send: async (rule: Rule) =>
      unwrap(
        await supabase()
          .from('company_notification_rules')
          .upsert({ company_id: companyId, ...rule }, { onConflict: 'company_id,event,channel' }),
      ),
    showAtOnce: ({ event, channel, default_on, forced }, client) =>
      changeQueries<RuleRow[]>(client, KEY, (rows) =>
        rows.map((row) =>
          row.event === event && row.channel === channel ? { ...row, default_on, forced } : row,
        ),
      ),
    done: text('notifications:company.saved'),
    stale: [KEY, [queryKeys.notifications, 'choices']],
    failureText: 'notifications:company.saveFailed',
  });
}

/** Whom which channel reaches; a gap says why it does not. */
export interface ReachedPerson {
  employee_id: string;
  first_name: string;
  last_name: string;
  has_account: boolean;
  push_gap: string | null;
  mail_gap: string | null;
  sms_gap: string | null;
}

export const peopleToReachQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.notifications, 'people', companyId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('people_to_reach').abortSignal(signal)) as ReachedPerson[],
  });
