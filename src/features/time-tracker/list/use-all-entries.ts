import { useQueryClient } from '@tanstack/react-query';
import { timeEntriesQuery } from '@/entities/time-entry/time-entries-query';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { ListState } from '@/features/time-tracker/list/use-list-state';

const ALL_PAGES = 500;

/** Every entry of the list, also those not scrolled to yet; for paper and files. */
export function useAllEntries(state: ListState): () => Promise<TimeEntry[]> {
  const client = useQueryClient();
  const companyId = useViewer().company?.id ?? '';
  return async () => {
    const data = await client.fetchInfiniteQuery({
      ...timeEntriesQuery(companyId, state.filter),
      pages: ALL_PAGES,
    });
    return data.pages.flatMap((page) => page.entries);
  };
}
