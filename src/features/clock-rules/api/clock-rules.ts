import { queryOptions } from '@tanstack/react-query';
import { deleteRow } from '@/entities/edit/save-row';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Change, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type Member = Pick<
  Row<'clock_rule_members'>,
  'rule_id' | 'crew_id' | 'employee_id' | 'project_id'
>;

/** Whom the named groups hold. */
export const ruleMembersQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.settings, 'clock-in-rules', companyId, 'members'],
    queryFn: async ({ signal }): Promise<Member[]> =>
      unwrap(
        await supabase()
          .from('clock_rule_members')
          .select('rule_id, crew_id, employee_id, project_id')
          .eq('company_id', companyId)
          .order('created_at')
          .abortSignal(signal),
      ),
  });

/** The rules of one group as they are edited: saved, or tried on a day. */
export type RuleDraft = Change<'clock_in_rules'> & {
  members?: readonly Omit<Member, 'rule_id'>[];
};

const jsonOf = ({ members, ...draft }: RuleDraft) => ({
  ...draft,
  ...(members && { members: [...members] }),
});

const STALE = [[queryKeys.settings, 'clock-in-rules'], [queryKeys.viewer]];

export function useSaveRules() {
  const { t } = useTranslation('clock-rules');
  return useWrite({
    send: async ({ draft, basedOn }: { draft: RuleDraft; basedOn: string | null }) =>
      unwrap(
        await supabase().rpc('save_clock_rules', {
          draft_param: jsonOf(draft),
          ...(basedOn ? { based_on_param: basedOn } : {}),
        }),
      ),
    done: t('saved'),
    stale: STALE,
    quiet: true,
  });
}

export function useRemoveRules(companyId: string) {
  const { t } = useTranslation('clock-rules');
  return useWrite({
    send: (id: string) => deleteRow('clock_in_rules', companyId, id),
    done: t('removed'),
    stale: STALE,
  });
}

export interface Hit {
  time_entry_id: string;
  employee_id: string;
  first_name: string;
  last_name: string;
  project_id: string | null;
  project_name: string | null;
  punched_at: string;
  rule: 'early' | 'off_site' | 'no_fix' | 'hours' | 'day_end' | 'edge';
  outcome: 'refused' | 'asked' | 'flagged' | 'stopped';
  limit_at: string | null;
}

export interface Preview {
  hits: Hit[];
  punches: number;
}

/** Whom the rules would have hit on a day: as they are saved, or with a draft. */
export const rulePreviewQuery = (companyId: string, day: string, draft: RuleDraft | null) =>
  queryOptions({
    // A draft is no longer one once it is saved: then it is not tried again.
    queryKey: draft
      ? [queryKeys.settings, 'clock-rule-draft', companyId, day, draft]
      : [queryKeys.settings, 'clock-in-rules', companyId, 'preview', day],
    queryFn: async ({ signal }): Promise<Preview> =>
      unwrap(
        await supabase()
          .rpc('preview_clock_rules', {
            day_param: day,
            ...(draft ? { draft_param: jsonOf(draft) } : {}),
          })
          .abortSignal(signal),
      ) as unknown as Preview,
    staleTime: 0,
    gcTime: 60_000,
  });
