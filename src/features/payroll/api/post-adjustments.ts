import { useTranslation } from 'react-i18next';
import { usePayrollWrite } from '@/features/payroll/api/use-payroll-write';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

interface Posting {
  /** The locked days whose pay is corrected. */
  owedFor: DateRange;
  /** An open day the adjustments stand on. */
  postDate: string;
  reason: string;
}

export function usePostAdjustments() {
  const { t } = useTranslation('payroll');
  return usePayrollWrite(
    async ({ owedFor, postDate, reason }: Posting) =>
      unwrap(
        await supabase().rpc('post_payroll_adjustments', {
          start_date_param: owedFor.start,
          end_date_param: owedFor.end,
          reason_param: reason,
          post_date_param: postDate,
        }),
      ),
    (people) => t('toast.posted', { count: people.length }),
    'payroll:error.post',
    [queryKeys.owed],
  );
}
