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

export function useSetOvertimePolicy() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ preset, from }: { preset: string; from: string }) =>
      unwrap(
        await supabase().rpc('set_overtime_policy', {
          preset_param: preset,
          effective_from_param: from,
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
