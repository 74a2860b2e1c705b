import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface Posting {
  /** The locked days whose pay is corrected. */
  owedFor: DateRange;
  /** An open day the adjustments stand on. */
  postDate: string;
  reason: string;
}

export function usePostAdjustments() {
  const { t } = useTranslation('payroll');
  return useWrite({
    send: async ({ owedFor, postDate, reason }: Posting) =>
      unwrap(
        await supabase().rpc('post_payroll_adjustments', {
          start_date_param: owedFor.start,
          end_date_param: owedFor.end,
          reason_param: reason,
          post_date_param: postDate,
        }),
      ),
    done: (people) => t('toast.posted', { count: people.length }),
    stale: [queryKeys.owed, refreshTime],
    failureText: 'payroll:error.post',
  });
}
