import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export const CLOCK_IN_RULES = ['allowed', 'ask_reason', 'from_shift'] as const;
export type ClockInRuleKind = (typeof CLOCK_IN_RULES)[number];
export type ClockInRule = Narrowed<
  Pick<Row<'clock_in_rules'>, 'id' | 'project_id' | 'employee_id' | 'rule' | 'grace_minutes'>,
  { rule: ClockInRuleKind }
>;

/** What clocking in before the shift does, for the company, projects and people. */
export const clockInRulesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.settings, 'clock-in-rules', companyId],
    queryFn: async ({ signal }): Promise<ClockInRule[]> =>
      unwrap(
        await supabase()
          .from('clock_in_rules')
          .select('id, project_id, employee_id, rule, grace_minutes')
          .eq('company_id', companyId)
          .order('created_at')
          .abortSignal(signal),
      ) as ClockInRule[],
    staleTime: 10 * 60_000,
  });
