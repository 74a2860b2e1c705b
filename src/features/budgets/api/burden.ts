import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export interface NewBurden {
  employee_id: string | null;
  trade: string | null;
  percent: number;
  effective_from: string;
}

export function useAddBurden(companyId: string) {
  const { t } = useTranslation('budgets');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: NewBurden) =>
      unwrap(
        await supabase()
          .from('burden_rates')
          .insert({ ...values, company_id: companyId }),
      ),
    onSuccess: () => {
      toast.success(t('burden.toast.added'));
      return client.invalidateQueries({ queryKey: [queryKeys.budgets] });
    },
    meta: { quiet: true },
  });
}

export function useRemoveBurden(companyId: string) {
  const { t } = useTranslation('budgets');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(
        await supabase().from('burden_rates').delete().eq('company_id', companyId).eq('id', id),
      ),
    onSuccess: () => {
      toast.success(t('burden.toast.removed'));
      return client.invalidateQueries({ queryKey: [queryKeys.budgets] });
    },
  });
}

/** Points by which used may be ahead of complete before an alert. */
export function alertPointsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'alert-points', companyId],
    queryFn: async ({ signal }) => {
      const [company] = unwrap(
        await supabase()
          .from('companies')
          .select('budget_alert_points')
          .eq('id', companyId)
          .abortSignal(signal),
      );
      return company?.budget_alert_points ?? null;
    },
  });
}

export function useSaveAlertPoints(companyId: string) {
  const { t } = useTranslation('budgets');
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ points, opened }: { points: number; opened: number | null }) =>
      saveChanges({
        table: 'companies',
        key: { id: companyId },
        after: { budget_alert_points: points },
        before: { budget_alert_points: opened },
      }),
    onSuccess: () => {
      toast.success(t('burden.toast.points'));
      return client.invalidateQueries({ queryKey: [queryKeys.budgets, 'alert-points'] });
    },
    meta: { quiet: true },
  });
}
