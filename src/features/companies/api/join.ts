import type { ViewerInvitation } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Takes the invitation of a further company. */
export function useJoin() {
  const { t } = useTranslation('companies');
  return useWrite({
    send: async ({ id }: ViewerInvitation) =>
      unwrap(await supabase().rpc('accept_invitation', { id_param: id })),
    done: (_employee, { company_name }) => ({
      title: t('invited.joined', { company: company_name }),
      description: t('invited.joinedText'),
    }),
    stale: [queryKeys.viewer],
    failureTitle: 'companies:error.title',
  });
}
