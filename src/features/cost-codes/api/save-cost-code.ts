import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { uuidv7 } from '@/lib/uuid';

export interface CostCodeDraft {
  /** Null: a new one. */
  id: string | null;
  code: string;
  name: string;
  group: string;
  unit: string;
  projectIds: readonly string[];
}

async function saveCostCode(companyId: string, draft: CostCodeDraft): Promise<void> {
  const values = {
    code: draft.code.trim(),
    name: draft.name.trim(),
    code_group: draft.group.trim() || null,
    unit: draft.unit.trim() || null,
  };
  const id = draft.id ?? uuidv7();
  const table = supabase().from('cost_codes');
  unwrap(
    draft.id
      ? await table.update(values).eq('company_id', companyId).eq('id', id)
      : await table.insert({ ...values, id, company_id: companyId }),
  );
  await limitToProjects(companyId, id, draft.projectIds);
}

async function limitToProjects(companyId: string, codeId: string, projectIds: readonly string[]) {
  const table = () => supabase().from('project_cost_codes');
  const rows = unwrap(
    await table().select('project_id').eq('company_id', companyId).eq('cost_code_id', codeId),
  );
  const before = rows.map(({ project_id }) => project_id);
  const added = projectIds.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !projectIds.includes(id));
  if (added.length > 0) {
    const limits = added.map((id) => ({
      company_id: companyId,
      project_id: id,
      cost_code_id: codeId,
    }));
    unwrap(await table().insert(limits));
  }
  if (removed.length > 0) {
    unwrap(
      await table()
        .delete()
        .eq('company_id', companyId)
        .eq('cost_code_id', codeId)
        .in('project_id', removed),
    );
  }
}

export function useSaveCostCode(companyId: string) {
  const { t } = useTranslation('cost-codes');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: CostCodeDraft) => saveCostCode(companyId, draft),
    onSuccess: (_saved, { id }) => {
      toast.success(id ? t('toast.saved') : t('toast.created'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.costCodes] }),
    meta: { quiet: true },
  });
}
