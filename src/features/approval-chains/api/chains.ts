import { queryOptions } from '@tanstack/react-query';
import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { Decider } from '@/features/approval-chains/api/steps';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type Step = Narrowed<
  Pick<
    Row<'approval_steps'>,
    'level' | 'name' | 'decider' | 'role' | 'employee_id' | 'company_role_id'
  >,
  { decider: Decider }
>;

export type Chain = Pick<
  Row<'approval_chains'>,
  'id' | 'name' | 'project_id' | 'group_id' | 'override_allowed' | 'remind_after_days'
> & { steps: Step[] };

export const chainsQuery = (companyId: string) =>
  rowsQuery<Chain[]>([queryKeys.approvals, 'chains', companyId], () =>
    supabase()
      .from('approval_chains')
      .select(
        'id, name, project_id, group_id, override_allowed, remind_after_days, steps:approval_steps(level, name, decider, role, employee_id, company_role_id)',
      )
      .eq('company_id', companyId)
      .order('created_at')
      .order('level', { referencedTable: 'steps' }),
  );

const STALE = [queryKeys.approvals, queryKeys.viewer, queryKeys.payroll];

export type ChainDraft = Omit<Chain, 'id'>;

export function useSaveChain() {
  const { t } = useTranslation('approval-chains');
  return useWrite({
    send: async ({ draft, opened }: { draft: ChainDraft; opened: Chain | null }) => {
      const { steps, ...before } = opened ?? { steps: null, id: undefined };
      return unwrap(
        await supabase().rpc('save_approval_chain', {
          id_param: before.id ?? (null as unknown as string),
          name_param: draft.name,
          project_id_param: draft.project_id as string,
          group_id_param: draft.group_id as string,
          steps_param: draft.steps.map((step) => ({ ...step })),
          override_allowed_param: draft.override_allowed,
          remind_after_days_param: draft.remind_after_days as number,
          ...(opened && { based_on_param: { ...before, id: undefined } }),
        }),
      );
    },
    done: t('toast.saved'),
    stale: STALE,
    quiet: true,
  });
}

export function useDeleteChain(companyId: string) {
  const { t } = useTranslation('approval-chains');
  return useWrite({
    send: (id: string) => deleteRow('approval_chains', companyId, id),
    done: t('toast.deleted'),
    stale: STALE,
  });
}

export type Substitute = Pick<Row<'approval_substitutes'>, 'id' | 'employee_id' | 'substitute_id'>;

export const substitutesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.approvals, 'substitutes', companyId],
    queryFn: async ({ signal }): Promise<Substitute[]> =>
      unwrap(
        await supabase()
          .from('approval_substitutes')
          .select('id, employee_id, substitute_id')
          .eq('company_id', companyId)
          .order('created_at')
          .abortSignal(signal),
      ),
  });

/** Groups of people, or roles of the company's own. */
export const namedRowsQuery = (table: 'employee_groups' | 'company_roles', companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.approvals, table, companyId],
    queryFn: async ({ signal }): Promise<{ id: string; name: string }[]> =>
      unwrap(
        await supabase()
          .from(table as 'employee_groups')
          .select('id, name')
          .eq('company_id', companyId)
          .order('name')
          .abortSignal(signal),
      ),
  });

export interface Approver {
  employee_id: string;
  first_name: string;
  last_name: string;
}

/** Whoever can decide a step, for people who read no list of employees. */
export const approversQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.approvals, 'approvers', companyId],
    queryFn: async ({ signal }): Promise<Approver[]> =>
      unwrap(await supabase().rpc('possible_approvers').abortSignal(signal)),
  });

/** Null: nobody stands in any more. */
export function useNameSubstitute(companyId: string) {
  const { t } = useTranslation('approval-chains');
  return useWrite({
    send: async ({
      employeeId,
      substituteId,
      opened,
    }: {
      employeeId: string;
      substituteId: string | null;
      opened: Substitute | null;
    }): Promise<void> => {
      if (substituteId) {
        await saveRow({
          table: 'approval_substitutes',
          companyId,
          opened,
          fields: { employee_id: employeeId, substitute_id: substituteId },
        });
      } else if (opened) await deleteRow('approval_substitutes', companyId, opened.id);
    },
    done: t('toast.saved'),
    stale: [queryKeys.approvals],
  });
}
