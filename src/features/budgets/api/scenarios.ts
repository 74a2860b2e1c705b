import { deleteRow } from '@/entities/edit/save-row';
import type { Scenario } from '@/features/budgets/api/queries';
import type { Changes } from '@/features/budgets/what-if';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export const changesOf = (scenario: Scenario): Changes => ({
  people: scenario.people,
  weeksLater: scenario.weeks_later,
  fourTens: scenario.four_tens,
  noOvertime: scenario.no_overtime,
  productivity: scenario.productivity_change,
});

const STALE = [[queryKeys.budgets, 'scenarios']];

export interface NewScenario {
  projectId: string;
  name: string;
  changes: Changes;
}

export function useSaveScenario(companyId: string) {
  return useWrite({
    send: async ({ projectId, name, changes }: NewScenario) =>
      unwrap(
        await supabase().from('budget_scenarios').insert({
          company_id: companyId,
          project_id: projectId,
          name,
          people: changes.people,
          weeks_later: changes.weeksLater,
          four_tens: changes.fourTens,
          no_overtime: changes.noOvertime,
          productivity_change: changes.productivity,
        }),
      ),
    stale: STALE,
    quiet: true,
  });
}

export function useDeleteScenario(companyId: string) {
  return useWrite({
    send: (id: string) => deleteRow('budget_scenarios', companyId, id),
    stale: STALE,
  });
}
