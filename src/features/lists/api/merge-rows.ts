import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshOthers } from '@/features/lists/api/save-rows';
import type { ListName } from '@/features/lists/list-definition';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

interface Merge {
  list: ListName;
  from: string;
  into: string;
}

/** Two rows that mean the same become one. Cost codes have time to move, so a function of their own. */
async function merge({ list, from, into }: Merge): Promise<void> {
  const ids = { from_id_param: from, into_id_param: into };
  if (list === 'cost_codes') unwrap(await supabase().rpc('merge_cost_codes', ids));
  else unwrap(await supabase().rpc('merge_rows', { list_param: list, ...ids }));
}

/** Lists whose rows have time: what moves is asked for before. */
export const hasTime = (list: ListName): boolean => list === 'projects' || list === 'equipment';

export const mergePreviewQuery = ({
  list,
  from,
  into,
}: Omit<Merge, 'into'> & { into: string | null }) =>
  queryOptions({
    queryKey: [queryKeys.lists, 'merge', list, from, into],
    enabled: hasTime(list) && into !== null,
    queryFn: async ({ signal }) => {
      const [preview] = unwrap(
        await supabase()
          .rpc('merge_preview', {
            list_param: list,
            from_id_param: from,
            into_id_param: into ?? '',
          })
          .abortSignal(signal),
      );
      return preview ?? null;
    },
    gcTime: 0,
  });

export function useMergeRows() {
  const { t } = useTranslation('lists');
  const client = useQueryClient();
  return useMutation({
    mutationFn: merge,
    onSuccess: async (_, { list }) => {
      toast.success(t('merge.done'));
      await client.invalidateQueries({ queryKey: [queryKeys.lists, list] });
      await refreshOthers(client, list);
    },
    meta: { failureText: 'lists:merge.failed' },
  });
}
