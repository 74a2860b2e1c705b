import { deleteRow, saveRow } from '@/entities/edit/save-row';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type Rate = Pick<Row<'reimbursement_rates'>, 'id' | 'kind' | 'from_date' | 'rate'>;
export type Rule = Row<'per_diem_rules'>;
export type RuleFields = Pick<
  Rule,
  | 'project_id'
  | 'from_date'
  | 'daily_amount'
  | 'first_last_percent'
  | 'lodging_amount'
  | 'min_distance_miles'
>;

const STALE = [queryKeys.expenses];

export function useSaveRate(companyId: string) {
  const { t } = useTranslation('expenses');
  return useWrite({
    send: ({ fields, opened }: { fields: Omit<Rate, 'id'>; opened: Rate | null }) =>
      saveRow({ table: 'reimbursement_rates', companyId, fields, opened }),
    done: t('toast.rateSaved'),
    stale: STALE,
    quiet: true,
  });
}

export function useSaveRule(companyId: string) {
  const { t } = useTranslation('expenses');
  return useWrite({
    send: ({ fields, opened }: { fields: RuleFields; opened: Rule | null }) =>
      saveRow({ table: 'per_diem_rules', companyId, fields, opened }),
    done: t('toast.ruleSaved'),
    stale: STALE,
    quiet: true,
  });
}

export function useDeleteRate(companyId: string) {
  const { t } = useTranslation('expenses');
  return useWrite({
    send: ({ table, id }: { table: 'reimbursement_rates' | 'per_diem_rules'; id: string }) =>
      deleteRow(table, companyId, id),
    done: t('toast.rateDeleted'),
    stale: STALE,
    failureText: 'expenses:error.deleteRate',
  });
}

export const TRAVEL_RULES = ['paid', 'unpaid', 'by_state'] as const;
export type TravelRule = (typeof TRAVEL_RULES)[number];

/** From a date on; the pay of open periods follows. */
export function useAddTravelRule(companyId: string) {
  const { t } = useTranslation('expenses');
  return useWrite({
    send: (fields: { from_date: IsoDate; rule: TravelRule }) =>
      saveRow({ table: 'travel_rules', companyId, fields, opened: null }),
    done: t('travel.saved'),
    stale: [...STALE, refreshTime],
    quiet: true,
  });
}

export function useDeleteTravelRule(companyId: string) {
  const { t } = useTranslation('expenses');
  return useWrite({
    send: (id: string) => deleteRow('travel_rules', companyId, id),
    done: t('travel.deleted'),
    stale: [...STALE, refreshTime],
    failureText: 'expenses:travel.deleteFailed',
  });
}
