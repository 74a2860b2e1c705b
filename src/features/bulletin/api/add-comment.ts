import { useTranslation } from 'react-i18next';
import { useBulletinWrite } from '@/features/bulletin/api/use-bulletin-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export interface CommentInput {
  bulletinId: string;
  companyId: string;
  employeeId: string;
  body: string;
}

export function useAddComment() {
  const { t } = useTranslation('bulletin');
  return useBulletinWrite(
    async ({ bulletinId, companyId, employeeId, body }: CommentInput) => {
      unwrap(
        await supabase().from('bulletin_comments').insert({
          company_id: companyId,
          bulletin_id: bulletinId,
          employee_id: employeeId,
          body,
        }),
      );
    },
    () => t('toast.commented'),
  );
}
