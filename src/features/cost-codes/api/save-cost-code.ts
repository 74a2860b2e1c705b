import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import type { CostCode } from '@/features/cost-codes/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { uuidv7 } from '@/lib/uuid';

export interface CostCodeDraft {
  /** As it was when the form was opened; null: a new one. */
  opened: CostCode | null;
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
  const { opened } = draft;
  const id = opened?.id ?? uuidv7();
  if (opened) {
    const key = { company_id: companyId, id };
    await saveChanges({ table: 'cost_codes', key, after: values, before: opened });
  } else {
    unwrap(
      await supabase()
        .from('cost_codes')
        .insert({ ...values, id, company_id: companyId }),
    );
  }
  await limitToProjects(companyId, id, draft.projectIds, opened?.projectIds ?? []);
}

/** Adds and removes what was added and removed in the form; what others did meanwhile stays. */
async function limitToProjects(
  companyId: string,
  codeId: string,
  projectIds: readonly string[],
  before: readonly string[],
) {
  const table = () => supabase().from('project_cost_codes');
  const added = projectIds.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !projectIds.includes(id));
  if (added.length > 0) {
    const limits = added.map((id) => ({
      company_id: companyId,
      project_id: id,
      cost_code_id: codeId,
    }));
    unwrap(await table().upsert(limits, { ignoreDuplicates: true }));
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
    onSuccess: (_saved, { opened }) => {
      toast.success(opened ? t('toast.saved') : t('toast.created'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.costCodes] }),
    meta: { quiet: true },
  });
}
