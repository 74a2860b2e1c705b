import { queryOptions } from '@tanstack/react-query';
import { deleteRow } from '@/entities/edit/save-row';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Amounts that are entered by hand. Leave and adjustments have screens of their own. */
export const ITEM_CODES = ['BONUS_ND', 'BONUS_D', 'PER_DIEM', 'MILEAGE', 'TOOLS'] as const;
export type ItemCode = (typeof ITEM_CODES)[number];

export type PayItem = Pick<
  Row<'pay_items'>,
  'id' | 'work_date' | 'pay_code' | 'amount_cents' | 'minutes' | 'note'
>;

export function payItemsQuery(companyId: string, employeeId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'items', companyId, employeeId, range.start, range.end],
    queryFn: async ({ signal }): Promise<PayItem[]> =>
      unwrap(
        await supabase()
          .from('pay_items')
          .select('id, work_date, pay_code, amount_cents, minutes, note')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .in('pay_code', ITEM_CODES)
          // Those of expenses change with the expense.
          .is('expense_id', null)
          .gte('work_date', range.start)
          .lte('work_date', range.end)
          .order('work_date')
          .abortSignal(signal),
      ),
  });
}

export interface NewItem {
  employeeId: string;
  date: string;
  code: ItemCode;
  amountCents: number;
  note: string | null;
  isFlatSum: boolean;
}

export function useAddPayItem(companyId: string) {
  const { t } = useTranslation('payroll');
  return useWrite({
    send: async ({ employeeId, date, code, amountCents, note, isFlatSum }: NewItem) =>
      unwrap(
        await supabase().from('pay_items').insert({
          company_id: companyId,
          employee_id: employeeId,
          work_date: date,
          pay_code: code,
          amount_cents: amountCents,
          note,
          flat_sum: isFlatSum,
        }),
      ),
    done: t('items.added'),
    stale: [refreshTime],
    failureText: 'payroll:items.addFailed',
  });
}

export function useDeletePayItem(companyId: string) {
  const { t } = useTranslation('payroll');
  return useWrite({
    send: (id: string) => deleteRow('pay_items', companyId, id),
    done: t('items.deleted'),
    stale: [refreshTime],
    failureText: 'payroll:items.deleteFailed',
  });
}
