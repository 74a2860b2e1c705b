import { useQuery } from '@tanstack/react-query';
import { classificationsQuery } from '@/entities/classification/classifications-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useOwnName } from '@/lib/own-name';

/**
 * The name of a class in the viewer's language; null without one, or where it is not known. Classes are
 * asked for elsewhere, in companies with public work alone; here they are read.
 */
export function useClassificationNames(): (id: string | null | undefined) => string | null {
  const ownName = useOwnName();
  const { data } = useQuery({
    ...classificationsQuery(useViewer().company?.id ?? ''),
    enabled: false,
  });
  return (id) => {
    const found = data?.classes.find(({ classification_id }) => classification_id === id);
    return found ? ownName(found) : null;
  };
}
