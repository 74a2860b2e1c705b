import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ClockInRuleKind } from '@/entities/clock-rule/clock-in-rules-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export interface RuleDraft {
  rule: ClockInRuleKind;
  projectId?: string | null;
  employeeId?: string | null;
  grace: number;
}

function useRuleWrite<T>(write: (draft: T) => Promise<unknown>) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => {
      toast.success(t('company.saved'));
      return client.invalidateQueries({ queryKey: [queryKeys.settings, 'clock-in-rules'] });
    },
    meta: { quiet: true },
  });
}

/** One rule for each subject: saved again, it is replaced. */
export function useSaveClockInRule(companyId: string) {
  return useRuleWrite(async ({ rule, projectId, employeeId, grace }: RuleDraft) =>
    unwrap(
      await supabase()
        .from('clock_in_rules')
        .upsert(
          {
            company_id: companyId,
            project_id: projectId ?? null,
            employee_id: employeeId ?? null,
            rule,
            grace_minutes: grace,
          },
          { onConflict: 'company_id,project_id,employee_id' },
        ),
    ),
  );
}

export function useRemoveClockInRule(companyId: string) {
  return useRuleWrite(async (id: string) =>
    unwrap(
      await supabase().from('clock_in_rules').delete().eq('company_id', companyId).eq('id', id),
    ),
  );
}
