import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export function useRemind() {
  const { t } = useTranslation('bulletin');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('remind_of_bulletin', { bulletin_id_param: id })),
    done: (count) => t('toast.reminded', { count }),
    stale: [queryKeys.bulletins],
  });
}
