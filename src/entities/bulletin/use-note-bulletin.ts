import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export type BulletinAction = 'read' | 'acknowledge' | 'postpone';

/** Notes what the reader did with a bulletin, in the language it was shown in; repeating is harmless. */
export function useNoteBulletin() {
  const { t, i18n } = useTranslation('bulletin');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, action }: { id: string; action: BulletinAction }) =>
      unwrap(
        await supabase().rpc(`${action}_bulletin`, {
          bulletin_id_param: id,
          language_param: i18n.language,
        }),
      ),
    retry: retryOnce,
    onSuccess: (_noted, { action }) => {
      if (action === 'acknowledge') toast.success(t('reader.confirmed'));
      return client.invalidateQueries({ queryKey: [queryKeys.bulletins] });
    },
  });
}
