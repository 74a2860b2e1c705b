import type { Fields } from '@/entities/edit/conflict';
import { sendEdit } from '@/entities/edit/send-edit';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface BudgetLineValues {
  cost_code_id: string;
  hours: number;
  labor_amount: number | null;
  quantity: number | null;
  unit: string | null;
  equipment_amount: number | null;
  other_amount: number | null;
  milestones: string | null;
}

export interface BudgetDraft {
  /** The draft that is changed, as it was opened; null: a new version. */
  opened: { id: string; name: string; lines: readonly BudgetLineValues[] } | null;
  projectId: string;
  name: string;
  lines: readonly BudgetLineValues[];
  approve: boolean;
}

/** Each line is a field of its own, under its code: two people may change different ones. */
const byField = ({ name, lines }: Pick<BudgetDraft, 'name' | 'lines'>): Fields => ({
  name,
  ...Object.fromEntries(lines.map(({ cost_code_id, ...line }) => [cost_code_id, line])),
});

const linesIn = ({ name: _name, ...lines }: Fields) =>
  Object.entries(lines).flatMap(([cost_code_id, line]) =>
    line ? [{ cost_code_id, ...(line as object) }] : [],
  );

/** Saves a draft, and approves it in the same go where asked. */
export function useSaveBudget(companyId: string) {
  const { t } = useTranslation('budgets');
  return useWrite({
    send: async (draft: BudgetDraft) => {
      const { opened, projectId, approve } = draft;
      const edit = { after: byField(draft), before: opened ? byField(opened) : {} };
      const saved = await sendEdit(edit, async (now) =>
        unwrap(
          await supabase().rpc('save_budget', {
            project_id_param: projectId,
            name_param: now.after['name'] as string,
            lines_param: asJson(linesIn(now.after)),
            ...(opened
              ? {
                  budget_id_param: opened.id,
                  based_on_param: {
                    name: now.before['name'] as string,
                    lines: asJson(linesIn(now.before)),
                  },
                }
              : {}),
          }),
        ),
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
    done: (_saved, { approve }) => t(approve ? 'toast.approved' : 'toast.saved'),
    stale: [queryKeys.budgets, queryKeys.projects],
    quiet: true,
  });
}
