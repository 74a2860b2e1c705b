import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

interface NewShare {
  ids: string[];
  title: string;
  expiresAt: string;
}

/** Answers the whole address; its secret is told this once. */
export function useCreateShare() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids, title, expiresAt }: NewShare) => {
      const [share] = unwrap(
        await supabase().rpc('create_photo_share', {
          photo_ids_param: ids,
          title_param: title,
          expires_at_param: expiresAt,
        }),
      );
      return `${window.location.origin}/shared-photos?link=${share?.token}`;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [queryKeys.photos, 'shares'] }),
    meta: { quiet: true },
  });
}

export function useRevokeShare() {
  const { t } = useTranslation('photos');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(await supabase().rpc('revoke_photo_share', { share_id_param: id })),
    onSuccess: () => {
      toast.success(t('share.revoked'));
      return client.invalidateQueries({ queryKey: [queryKeys.photos, 'shares'] });
    },
  });
}
