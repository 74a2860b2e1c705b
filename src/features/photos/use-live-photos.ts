import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchTable } from '@/lib/live-tables';
import { queryKeys } from '@/lib/query-keys';

/** Who has scrolled through thousands keeps what is read; a few pages are asked for again. */
const PAGES_TO_REFRESH = 3;

/** Photos of colleagues appear by themselves. */
export function useLivePhotos(companyId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!companyId) return;
    const refresh = (part: string) =>
      client.invalidateQueries({
        queryKey: [queryKeys.photos, part],
        predicate: ({ state }) =>
          part !== 'list' ||
          ((state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0) <=
            PAGES_TO_REFRESH,
      });
    const filter = `company_id=eq.${companyId}`;
    const stop = [
      watchTable('photos', filter, () => {
        for (const part of ['list', 'waiting', 'storage', 'by-id']) void refresh(part);
      }),
      watchTable('photo_comments', filter, () => void refresh('comments')),
    ];
    return () => {
      for (const end of stop) end();
    };
  }, [client, companyId]);
}
