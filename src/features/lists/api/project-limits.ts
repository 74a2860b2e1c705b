import { useState } from 'react';
import type { ListRow } from '@/features/lists/list-definition';
import type { OpenList } from '@/features/lists/use-open-list';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

interface Limits {
  codeId: string;
  before: readonly string[];
  after: readonly string[];
}

/** Adds and removes what was added and removed in the form; what others did meanwhile stays. */
async function saveLimits(companyId: string, { codeId, before, after }: Limits): Promise<void> {
  const table = () => supabase().from('project_cost_codes');
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
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

/** The projects a cost code is limited to, as chosen in a form. */
export function useProjectLimits({ companyId }: OpenList, opened: ListRow | null) {
  const before = (opened?.['project_ids'] ?? []) as readonly string[];
  const [projectIds, choose] = useState(before);
  const save = useWrite({
    send: (limits: Limits) => saveLimits(companyId, limits),
    stale: [queryKeys.costCodes, queryKeys.lists],
    quiet: true,
  });
  return {
    projectIds,
    choose,
    save: async (codeId: string): Promise<void> => {
      if (projectIds !== before) await save.mutateAsync({ codeId, before, after: projectIds });
    },
  };
}
