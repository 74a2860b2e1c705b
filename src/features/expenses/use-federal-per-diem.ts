import { useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { ratesQuery } from '@/features/expenses/api/queries';

/** Federal standard for a day and a night, as of today. */
export function useFederalPerDiem(): { meals: number | null; lodging: number | null } {
  const { data = [] } = useQuery(ratesQuery(useViewer().company?.id ?? ''));
  const of = (kind: string) =>
    data.find((rate) => rate.kind === kind && rate.in_effect)?.rate ?? null;
  return { meals: of('per_diem'), lodging: of('lodging') };
}
