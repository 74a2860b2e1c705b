import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Change } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export function useSaveCompany() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const companyId = useViewer().company?.id ?? '';
  return useMutation({
    mutationFn: async (change: Change<'companies'>) =>
      unwrap(await supabase().from('companies').update(change).eq('id', companyId)),
    onSuccess: () => {
      toast.success(t('company.saved'));
      return Promise.all([
        client.invalidateQueries({ queryKey: [queryKeys.viewer] }),
        client.invalidateQueries({ queryKey: [queryKeys.payroll] }),
      ]);
    },
    meta: { quiet: true },
  });
}

interface NewPolicy {
  preset: string;
  from: string;
  /** For one project or one person; without either, for the company. */
  projectId?: string;
  employeeId?: string;
}

export function useSetOvertimePolicy() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ preset, from, projectId, employeeId }: NewPolicy) =>
      unwrap(
        await supabase().rpc('set_overtime_policy', {
          preset_param: preset,
          effective_from_param: from,
          project_id_param: projectId ?? null,
          employee_id_param: employeeId ?? null,
        }),
      ),
    onSuccess: () => {
      toast.success(t('company.policySaved'));
      return Promise.all([
        client.invalidateQueries({ queryKey: [queryKeys.settings] }),
        client.invalidateQueries({ queryKey: [queryKeys.payroll] }),
      ]);
    },
    meta: { quiet: true },
  });
}

export function useRemoveOvertimePolicy() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(await supabase().rpc('remove_overtime_policy', { policy_id_param: id })),
    onSuccess: () => {
      toast.success(t('exceptions.removed'));
      return Promise.all([
        client.invalidateQueries({ queryKey: [queryKeys.settings] }),
        client.invalidateQueries({ queryKey: [queryKeys.payroll] }),
      ]);
    },
    meta: { failureText: 'settings:exceptions.removeFailed' },
  });
}
