import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export type Ring = [longitude: number, latitude: number][];

/** The ground of a project; it may have several. */
export interface Fence {
  id: string;
  project_id: string;
  shape: 'circle' | 'polygon';
  latitude: number | null;
  longitude: number | null;
  radius_m: number | null;
  polygon: Ring[] | null;
}

export function fencesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.geofences, companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('geofences')
          .select('id, project_id, shape, latitude, longitude, radius_m, polygon')
          .eq('company_id', companyId)
          .order('created_at')
          .order('id')
          .abortSignal(signal),
      )) as unknown as Fence[],
    enabled: companyId !== '',
  });
}
