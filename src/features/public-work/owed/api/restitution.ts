import { refreshTime } from '@/entities/running-entry/update-running-entry';
import type { OwedWeek } from '@/features/public-work/owed/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const stale = [queryKeys.owed, queryKeys.publicWork, refreshTime];

interface Posting {
  /** Each with the id of its restitution: a repeat after a lost answer posts nothing twice. */
  weeks: readonly { id: string; week: OwedWeek }[];
  reason: string;
  postDate: string;
}

/** One after the other: what was posted before a refusal stays, and the list shows the rest. */
export function usePostRestitution() {
  const { t } = useTranslation('owed-wages');
  return useWrite({
    send: async ({ weeks, reason, postDate }: Posting) => {
      for (const { id, week } of weeks) {
        unwrap(
          await supabase().rpc('post_restitution', {
            id_param: id,
            employee_id_param: week.employee_id,
            project_id_param: week.project_id,
            week_end_param: week.week_end,
            reason_param: reason,
            post_date_param: postDate,
          }),
        );
      }
      return weeks.length;
    },
    done: (count) => t('post.done', { count }),
    stale,
    quiet: true,
  });
}

export function useWithdrawRestitution() {
  const { t } = useTranslation('owed-wages');
  return useWrite({
    send: async ({ id, reason }: { id: string; reason: string }) =>
      unwrap(await supabase().rpc('withdraw_restitution', { id_param: id, reason_param: reason })),
    done: t('withdraw.done'),
    stale,
    quiet: true,
  });
}

export function useRecordPayment() {
  const { t } = useTranslation('owed-wages');
  return useWrite({
    send: async (payment: { id: string; paidOn: string; reference: string }) =>
      unwrap(
        await supabase().rpc('record_restitution_payment', {
          id_param: payment.id,
          paid_on_param: payment.paidOn,
          reference_param: payment.reference,
        }),
      ),
    done: t('payment.done'),
    stale,
    quiet: true,
  });
}
