import { useQuery } from '@tanstack/react-query';
import type { Classifications } from '@/entities/classification/classification';
import { useViewer } from '@/entities/viewer/use-viewer';
import { loadCode } from '@/lib/load-code';
import { useOwnName } from '@/lib/own-name';
import { queryKeys } from '@/lib/query-keys';

/**
 * The name of a class in the viewer's language; null without one, or where it is not known. Classes are
 * requested elsewhere, in companies with public work alone (`classificationsQuery`); here they are read.
 */
export function useClassificationNames(): (id: string | null | undefined) => string | null {
  const ownName = useOwnName();
  const companyId = useViewer().company?.id ?? '';
  const { data } = useQuery({
    queryKey: [queryKeys.classifications, companyId],
    queryFn: async ({ signal }): Promise<Classifications> => {
      const query = await loadCode(() => import('@/entities/classification/classifications-query'));
      return query.fetchClassifications(signal);
    },
    enabled: false,
  });
  return (id) => {
    const found = data?.classes.find(({ classification_id }) => classification_id === id);
    return found ? ownName(found) : null;
  };
}
