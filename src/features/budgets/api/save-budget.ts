import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export interface BudgetLineValues {
  cost_code_id: string;
  hours: number;
  labor_amount: number | null;
  quantity: number | null;
  unit: string | null;
  equipment_amount: number | null;
  milestones: string | null;
}

export interface BudgetDraft {
  /** The draft that is replaced; null: a new version. */
  id: string | null;
  projectId: string;
  name: string;
  lines: readonly BudgetLineValues[];
  approve: boolean;
}

/** Saves a draft, and approves it in the same go where asked. */
export function useSaveBudget(companyId: string) {
  const { t } = useTranslation('budgets');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, projectId, name, lines, approve }: BudgetDraft) => {
      const saved = unwrap(
        await supabase().rpc('save_budget', {
          project_id_param: projectId,
          name_param: name,
          lines_param: lines as never,
          ...(id ? { budget_id_param: id } : {}),
        }),
      );
      if (!approve) return;
      unwrap(
        await supabase()
          .from('budgets')
          .update({ status: 'approved' })
          .eq('company_id', companyId)
          .eq('id', saved.id),
      );
    },
    onSuccess: (_saved, { approve }) => {
      toast.success(t(approve ? 'toast.approved' : 'toast.saved'));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [queryKeys.budgets] }),
        client.invalidateQueries({ queryKey: [queryKeys.projects] }),
      ]),
    meta: { quiet: true },
  });
}
