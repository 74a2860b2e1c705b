import { useTranslation } from 'react-i18next';
import type { Item } from '@/features/verification/api/queries';
import { useVerificationWrite } from '@/features/verification/api/use-verification-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export function useAssignItem() {
  const { t } = useTranslation('verification');
  return useVerificationWrite(
    async ({ item, employeeId }: { item: Item; employeeId: string | null }) => {
      unwrap(
        await supabase().rpc('assign_verification', {
          kind_param: item.kind,
          subject_id_param: item.subject_id,
          // The generated types know no null here; the function does.
          employee_id_param: employeeId as string,
        }),
      );
    },
    () => toast.success(t('toast.assigned')),
  );
}
