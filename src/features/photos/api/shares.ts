import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface NewShare {
  ids: string[];
  title: string;
  expiresAt: string;
}

/** Answers the whole address; its secret is told this once. */
export function useCreateShare() {
  return useWrite({
    send: async ({ ids, title, expiresAt }: NewShare) => {
      const [share] = unwrap(
        await supabase().rpc('create_photo_share', {
          photo_ids_param: ids,
          title_param: title,
          expires_at_param: expiresAt,
        }),
      );
      return `${window.location.origin}/shared-photos?link=${share?.token}`;
    },
    stale: [[queryKeys.photos, 'shares']],
    quiet: true,
  });
}

export function useRevokeShare() {
  const { t } = useTranslation('photos');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('revoke_photo_share', { share_id_param: id })),
    done: t('share.revoked'),
    stale: [[queryKeys.photos, 'shares']],
  });
}
