import { queryOptions } from '@tanstack/react-query';
import { saveChanges } from '@/entities/edit/save-changes';
import { deleteRow } from '@/entities/edit/save-row';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface NewBurden {
  employee_id: string | null;
  trade: string | null;
  percent: number;
  effective_from: string;
}

export function useAddBurden(companyId: string) {
  const { t } = useTranslation('budgets');
  return useWrite({
    send: async (values: NewBurden) =>
      unwrap(
        await supabase()
          .from('burden_rates')
          .insert({ ...values, company_id: companyId }),
      ),
    done: t('burden.toast.added'),
    stale: [queryKeys.budgets],
    quiet: true,
  });
}

export function useRemoveBurden(companyId: string) {
  const { t } = useTranslation('budgets');
  return useWrite({
    send: (id: string) => deleteRow('burden_rates', companyId, id),
    done: t('burden.toast.removed'),
    stale: [queryKeys.budgets],
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
  return useWrite({
    send: ({ points, opened }: { points: number; opened: number | null }) =>
      saveChanges({
        table: 'companies',
        key: { id: companyId },
        after: { budget_alert_points: points },
        before: { budget_alert_points: opened },
      }),
    done: t('burden.toast.points'),
    stale: [[queryKeys.budgets, 'alert-points']],
    quiet: true,
  });
}
