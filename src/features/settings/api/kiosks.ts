import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export const kiosksQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.settings, 'kiosks', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('kiosks')
          .select('id, name, project_id, paired_at, last_used_at')
          .eq('company_id', companyId)
          .is('revoked_at', null)
          .order('created_at')
          .abortSignal(signal),
      ),
  });

/** Answers with the pairing code, which is shown this once. */
export function useCreateKiosk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, projectId }: { name: string; projectId: string | null }) =>
      unwrap(
        await supabase().rpc('create_kiosk', {
          name_param: name,
          ...(projectId ? { project_id_param: projectId } : {}),
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [queryKeys.settings, 'kiosks'] }),
    meta: { quiet: true },
  });
}

export function useRevokeKiosk() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(await supabase().rpc('revoke_kiosk', { kiosk_id_param: id })),
    onSuccess: () => {
      toast.success(t('kiosks.revoked'));
      return client.invalidateQueries({ queryKey: [queryKeys.settings, 'kiosks'] });
    },
  });
}
