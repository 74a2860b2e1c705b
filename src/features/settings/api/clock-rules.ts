import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ClockInRule, ClockInRuleKind } from '@/entities/clock-rule/clock-in-rules-query';
import { saveChanges } from '@/entities/edit/save-changes';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export interface RuleDraft {
  rule: ClockInRuleKind;
  projectId?: string | null;
  employeeId?: string | null;
  grace: number;
  /** The subject's rule on the screen; undefined: it has none. */
  opened: ClockInRule | undefined;
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

/** One rule for each subject. */
export function useSaveClockInRule(companyId: string) {
  return useRuleWrite(async ({ rule, projectId, employeeId, grace, opened }: RuleDraft) => {
    const after = { rule, grace_minutes: grace };
    if (opened) {
      const key = { company_id: companyId, id: opened.id };
      await saveChanges({ table: 'clock_in_rules', key, after, before: opened });
    } else {
      unwrap(
        await supabase()
          .from('clock_in_rules')
          .insert({
            ...after,
            company_id: companyId,
            project_id: projectId ?? null,
            employee_id: employeeId ?? null,
          }),
      );
    }
  });
}

export function useRemoveClockInRule(companyId: string) {
  return useRuleWrite(async (id: string) =>
    unwrap(
      await supabase().from('clock_in_rules').delete().eq('company_id', companyId).eq('id', id),
    ),
  );
}
