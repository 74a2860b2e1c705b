import { useFormat } from '@/lib/format-context';
import { isIsoDate } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useToday } from '@/lib/use-today';

/** Filters live in the address. */
export function useMapFilters() {
  const today = useToday(useFormat().preferences.timeZone);
  const [params, change] = useAddressParams();
  const day = params.get('day') ?? '';
  return {
    projectId: params.get('project'),
    personId: params.get('person'),
    day: isIsoDate(day) ? day : today,
    today,
    change,
  };
}

export type MapFilters = ReturnType<typeof useMapFilters>;
