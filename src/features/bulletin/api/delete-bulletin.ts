import { useTranslation } from 'react-i18next';
import type { BulletinText } from '@/entities/bulletin/bulletins-query';
import { useBulletinWrite } from '@/features/bulletin/api/use-bulletin-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { bucket } from '@/lib/whole-client';

/** With its files; they go first, while the bulletin still says whose they are. */
export function useDeleteBulletin(companyId: string) {
  const { t } = useTranslation('bulletin');
  return useBulletinWrite(
    async ({ id, attachments }: BulletinText) => {
      if (attachments.length > 0) {
        const paths = attachments.map(({ path }) => path);
        unwrap(await (await bucket('bulletins')).remove(paths));
      }
      unwrap(await supabase().from('bulletins').delete().eq('company_id', companyId).eq('id', id));
    },
    () => t('toast.deleted'),
  );
}
