import { queryOptions, useQuery } from '@tanstack/react-query';
import type {
  Classification,
  ClassificationDefault,
  Classifications,
} from '@/entities/classification/classification';
import { useViewer } from '@/entities/viewer/use-viewer';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** Classes of the public projects one sees, and what is filled in where nobody chooses. */
export async function fetchClassifications(signal: AbortSignal): Promise<Classifications> {
  const [classes, defaults] = await Promise.all([
    allRows(() => supabase().rpc('project_classifications').abortSignal(signal)),
    allRows(() => supabase().rpc('classification_defaults').abortSignal(signal)),
  ]);
  return { classes: classes as Classification[], defaults: defaults as ClassificationDefault[] };
}

export const classificationsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.classifications, companyId],
    queryFn: ({ signal }) => fetchClassifications(signal),
    staleTime: 5 * 60_000,
  });

/** For what is shown in companies with public work alone. */
export const useClassifications = () =>
  useQuery(classificationsQuery(useViewer().company?.id ?? ''));
