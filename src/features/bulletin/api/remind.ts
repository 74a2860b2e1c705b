import { useTranslation } from 'react-i18next';
import { useBulletinWrite } from '@/features/bulletin/api/use-bulletin-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export function useRemind() {
  const { t } = useTranslation('bulletin');
  return useBulletinWrite(
    async (id: string) =>
      unwrap(await supabase().rpc('remind_of_bulletin', { bulletin_id_param: id })),
    (count) => t('toast.reminded', { count }),
  );
}
