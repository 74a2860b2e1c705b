import type { ClockInRule, ClockInRuleKind } from '@/entities/clock-rule/clock-in-rules-query';
import { deleteRow, saveRow } from '@/entities/edit/save-row';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

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
  return useWrite({
    send: write,
    done: t('company.saved'),
    stale: [[queryKeys.settings, 'clock-in-rules']],
    quiet: true,
  });
}

/** One rule for each subject. */
export function useSaveClockInRule(companyId: string) {
  return useRuleWrite(({ rule, projectId, employeeId, grace, opened }: RuleDraft) => {
    const subject = { project_id: projectId ?? null, employee_id: employeeId ?? null };
    const fields = { rule, grace_minutes: grace, ...(opened ? {} : subject) };
    return saveRow({ table: 'clock_in_rules', companyId, fields, opened: opened ?? null });
  });
}

export function useRemoveClockInRule(companyId: string) {
  return useRuleWrite((id: string) => deleteRow('clock_in_rules', companyId, id));
}
