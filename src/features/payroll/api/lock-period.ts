import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface Locking extends DateRange {
  /** The dialog has named people without a rate. */
  unknownPay: boolean;
}

export function useLockPeriod() {
  const { t } = useTranslation('payroll');
  return useWrite({
    send: async ({ start, end, unknownPay }: Locking) =>
      unwrap(
        await supabase().rpc('lock_pay_period', {
          start_date_param: start,
          end_date_param: end,
          unknown_pay_param: unknownPay,
        }),
      ),
    done: t('toast.locked'),
    stale: [queryKeys.owed, refreshTime],
    failureText: 'payroll:error.lock',
  });
}

interface Unlocking extends DateRange {
  reason: string;
  /** Leave adjustments posted for the period where they are; it then pays that much less. */
  keepAdjustments: boolean;
}

/** Owners only; the reason is kept. */
export function useUnlockPeriod() {
  const { t } = useTranslation('payroll');
  return useWrite({
    send: async ({ start, end, reason, keepAdjustments }: Unlocking) =>
      unwrap(
        await supabase().rpc('unlock_pay_period', {
          start_date_param: start,
          end_date_param: end,
          reason_param: reason,
          keep_adjustments_param: keepAdjustments,
        }),
      ),
    done: t('toast.unlocked'),
    stale: [queryKeys.owed, refreshTime],
    failureText: 'payroll:error.unlock',
  });
}
