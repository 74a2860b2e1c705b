import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

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
  return useWrite({
    send: async ({ name, projectId }: { name: string; projectId: string | null }) =>
      unwrap(
        await supabase().rpc('create_kiosk', {
          name_param: name,
          ...(projectId ? { project_id_param: projectId } : {}),
        }),
      ),
    stale: [[queryKeys.settings, 'kiosks']],
    quiet: true,
  });
}

export function useRevokeKiosk() {
  const { t } = useTranslation('settings');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('revoke_kiosk', { kiosk_id_param: id })),
    done: t('kiosks.revoked'),
    stale: [[queryKeys.settings, 'kiosks']],
  });
}
