import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { sameValue } from '@/entities/edit/conflict';
import { saveChanges } from '@/entities/edit/save-changes';
import { sendEdit } from '@/entities/edit/send-edit';
import { useViewer } from '@/entities/viewer/use-viewer';
import { replacedPolicy } from '@/features/settings/api/overtime';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import type { Change } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export function useSaveCompany() {
  const { t } = useTranslation('settings');
  const { company } = useViewer();
  return useWrite({
    // A rule is changed by one press: it is based on what is on the screen.
    send: (change: Change<'companies'>) =>
      saveChanges({
        table: 'companies',
        key: { id: company?.id ?? '' },
        after: change,
        before: { ...company },
      }),
    done: t('company.saved'),
    stale: [queryKeys.viewer, queryKeys.payroll],
    quiet: true,
  });
}

interface NewPolicy {
  preset: string;
  from: string;
  /** The whole rule, where it is the company's own. */
  custom?: object;
  /** For one project or one person; without either, for the company. */
  projectId?: string;
  employeeId?: string;
}

export function useSetOvertimePolicy() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const companyId = useViewer().company?.id ?? '';
  return useWrite({
    send: (rule: NewPolicy) => {
      const { preset, from, custom, projectId, employeeId } = rule;
      const before = replacedPolicy(client, companyId, rule);
      const first = { after: {}, before };
      return sendEdit(first, async (now) => {
        // Asked, and the saved rule stays.
        if (now !== first && sameValue(now.after, now.before)) return;
        unwrap(
          await supabase().rpc('set_overtime_policy', {
            preset_param: preset,
            effective_from_param: from,
            ...(custom ? { custom_param: asJson(custom) } : {}),
            project_id_param: projectId ?? null,
            employee_id_param: employeeId ?? null,
            based_on_param: asJson(now.before),
          }),
        );
      });
    },
    done: t('company.policySaved'),
    stale: [queryKeys.settings, queryKeys.payroll],
    quiet: true,
  });
}

export function useRemoveOvertimePolicy() {
  const { t } = useTranslation('settings');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('remove_overtime_policy', { policy_id_param: id })),
    done: t('exceptions.removed'),
    stale: [queryKeys.settings, queryKeys.payroll],
    failureText: 'settings:exceptions.removeFailed',
  });
}

/** Afterwards the owner belongs to no company and may join or found another. */
export function useDeleteCompany() {
  const { t } = useTranslation('settings');
  return useWrite({
    send: async () => unwrap(await supabase().rpc('delete_empty_company')),
    done: t('company.delete.done'),
    // Everything was read as somebody of that company.
    onSuccess: (_deleted, _nothing, client) => client.resetQueries(),
    quiet: true,
  });
}

export interface PeriodRule {
  pay_period_kind: string;
  pay_period_anchor: string;
}

/** The open periods there would be with another rule; locked ones stay. */
export function periodPreviewQuery(companyId: string, rule: PeriodRule) {
  return queryOptions({
    queryKey: [queryKeys.settings, 'period-preview', companyId, rule],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('pay_period_preview', {
            kind_param: rule.pay_period_kind,
            anchor_param: rule.pay_period_anchor,
          })
          .abortSignal(signal),
      ),
    staleTime: 0,
  });
}
