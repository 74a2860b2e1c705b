import { queryOptions } from '@tanstack/react-query';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { staleOutside } from '@/features/lists/api/save-rows';
import type { ListName } from '@/features/lists/list-definition';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface Merge {
  list: ListName;
  from: string;
  into: string;
}

/** Two rows that mean the same become one. Cost codes have a function of their own, which counts the moved time. */
async function merge({ list, from, into }: Merge) {
  const ids = { from_id_param: from, into_id_param: into };
  if (list === 'cost_codes') return unwrap(await supabase().rpc('merge_cost_codes', ids))[0];
  unwrap(await supabase().rpc('merge_rows', { list_param: list, ...ids }));
  return undefined;
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
  return useWrite({
    send: merge,
    done: (counts) => ({
      title: t('merge.done'),
      ...(counts && {
        description: t('merge.doneText', {
          moved: counts.moved_entries,
          kept: counts.kept_entries,
        }),
      }),
    }),
    stale: ({ list }) => [[queryKeys.lists, list], ...staleOutside(list), refreshTime],
    failureText: 'lists:merge.failed',
  });
}
