import type { Item } from '@/features/verification/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export function useAssignItem() {
  const { t } = useTranslation('verification');
  return useWrite({
    send: async ({ item, employeeId }: { item: Item; employeeId: string | null }) => {
      unwrap(
        await supabase().rpc('assign_verification', {
          kind_param: item.kind,
          subject_id_param: item.subject_id,
          // The generated types know no null here; the function does.
          employee_id_param: employeeId as string,
        }),
      );
    },
    done: t('toast.assigned'),
    stale: [queryKeys.dashboard, queryKeys.verification],
  });
}
