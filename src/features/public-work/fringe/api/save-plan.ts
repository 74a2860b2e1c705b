import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { CostPeriod, Plan, PlanKind } from '@/features/public-work/fringe/api/queries';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface PlanFields {
  name: string;
  kind: PlanKind;
  plan_number: string | null;
  funded: boolean;
  approval: string | null;
  approved_by: string | null;
  approved_on: IsoDate | null;
  cost_amount: number;
  cost_period: CostPeriod;
  hours_basis: number | null;
  from_date: IsoDate;
  to_date: IsoDate | null;
  evidence: string | null;
}

/** What an hour is worth depends on plans: pay is asked again with them. */
const STALE = [queryKeys.publicWork, queryKeys.payroll];

export function useSavePlan(companyId: string) {
  const { t } = useTranslation('fringe');
  return useWrite({
    send: ({ opened, fields }: { opened: Plan | null; fields: PlanFields }) =>
      saveRow({
        table: 'fringe_plans',
        companyId,
        fields,
        opened,
        // A cost means something only with its period and its hours.
        together: [
          ['cost_amount', 'cost_period', 'hours_basis'],
          ['funded', 'approval', 'approved_by', 'approved_on'],
          ['from_date', 'to_date'],
        ],
      }),
    done: t('toast.planSaved'),
    stale: STALE,
    quiet: true,
  });
}

export function useDeletePlan(companyId: string) {
  const { t } = useTranslation('fringe');
  return useWrite({
    send: (id: string) => deleteRow('fringe_plans', companyId, id),
    done: t('toast.planDeleted'),
    stale: STALE,
    failureText: 'fringe:error.delete',
  });
}

export interface Renewal {
  planId: string;
  newId: string;
  from: IsoDate;
  cost: number;
  hours: number | null;
}

/** A new cost from a date on; everybody in the plan goes on in it. Repeated, it changes nothing. */
export function useRenewPlan() {
  const { t } = useTranslation('fringe');
  return useWrite({
    send: async ({ planId, newId, from, cost, hours }: Renewal) =>
      unwrap(
        await supabase().rpc('renew_fringe_plan', {
          id_param: planId,
          new_id_param: newId,
          from_date_param: from,
          cost_amount_param: cost,
          ...(hours !== null && { hours_basis_param: hours }),
        }),
      ),
    done: t('toast.planRenewed'),
    stale: STALE,
    quiet: true,
  });
}
