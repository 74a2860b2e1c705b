import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export const CLOCK_IN_RULES = ['allowed', 'ask_reason', 'from_shift', 'refuse'] as const;
export type ClockInRuleKind = (typeof CLOCK_IN_RULES)[number];
/** Null says nothing about it: the next wider group does. */
export type ClockInRule = Narrowed<
  Omit<Row<'clock_in_rules'>, 'company_id' | 'created_at' | 'created_by'>,
  { rule: ClockInRuleKind | null; on_site: 'off' | 'flag' | 'refuse' | null }
>;

/** The rules of the clock: of everyone, of named groups, of projects and of people. */
export const clockInRulesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.settings, 'clock-in-rules', companyId],
    queryFn: async ({ signal }): Promise<ClockInRule[]> =>
      unwrap(
        await supabase()
          .from('clock_in_rules')
          .select(
            'id, name, project_id, employee_id, rule, grace_minutes, on_site, stop_after_minutes, stop_at_edge, ends_day, day_ends_at, updated_at',
          )
          .eq('company_id', companyId)
          .order('created_at')
          .abortSignal(signal),
      ) as ClockInRule[],
    staleTime: 10 * 60_000,
  });
