import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export const RECORD_KINDS = [
  'document',
  'field_report',
  'equipment',
  'customer',
  'bulletin',
  'saved_report',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export interface FoundRecord {
  kind: RecordKind;
  id: string;
  title: string;
  detail: string | null;
  project_id: string | null;
  project_name: string | null;
  folder_id: string | null;
  happened_on: string | null;
}

/** Fewer letters than this are in nearly everything. */
const MIN_LETTERS = 2;

const searchRecordsQuery = (companyId: string, words: string) =>
  queryOptions({
    queryKey: [queryKeys.search, companyId, words],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase().rpc('search_records', { query_param: words }).abortSignal(signal),
      ) as FoundRecord[],
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** What the server finds; the results before stay until there are new ones. */
export function useFoundRecords(query: string) {
  const companyId = useViewer().company?.id ?? '';
  const words = query.trim();
  const enabled = companyId !== '' && words.length >= MIN_LETTERS;
  const found = useQuery({ ...searchRecordsQuery(companyId, words), enabled });
  return { records: enabled ? (found.data ?? []) : [], isSearching: enabled && found.isFetching };
}
