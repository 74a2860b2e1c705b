import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface CommentInput {
  bulletinId: string;
  companyId: string;
  employeeId: string;
  body: string;
}

export function useAddComment() {
  const { t } = useTranslation('bulletin');
  return useWrite({
    send: async ({ bulletinId, companyId, employeeId, body }: CommentInput) => {
      unwrap(
        await supabase().from('bulletin_comments').insert({
          company_id: companyId,
          bulletin_id: bulletinId,
          employee_id: employeeId,
          body,
        }),
      );
    },
    done: t('toast.commented'),
    stale: [queryKeys.bulletins],
  });
}
