import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scenario } from '@/features/budgets/api/queries';
import type { Changes } from '@/features/budgets/what-if';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export const changesOf = (scenario: Scenario): Changes => ({
  people: scenario.people,
  weeksLater: scenario.weeks_later,
  fourTens: scenario.four_tens,
  noOvertime: scenario.no_overtime,
  productivity: scenario.productivity_change,
});

function useChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [queryKeys.budgets, 'scenarios'] });
}

export interface NewScenario {
  projectId: string;
  name: string;
  changes: Changes;
}

export function useSaveScenario(companyId: string) {
  return useMutation({
    mutationFn: async ({ projectId, name, changes }: NewScenario) =>
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
    onSuccess: useChanged(),
    meta: { quiet: true },
  });
}

export function useDeleteScenario(companyId: string) {
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(
        await supabase().from('budget_scenarios').delete().eq('company_id', companyId).eq('id', id),
      ),
    onSuccess: useChanged(),
  });
}
