import { saveRow } from '@/entities/edit/save-row';
import type { Fence } from '@/entities/geofence/geofences-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export type NewFence = Omit<Fence, 'id'>;

interface FenceEdit {
  fence: NewFence;
  /** As it was when it was opened; null: a new one. */
  opened: Fence | null;
  /** What the form would have saved untouched. */
  initial: NewFence | null;
}

/** A new site, or the change of a stored one. */
export function useSaveFence(companyId: string) {
  return useWrite({
    send: ({ opened, fence, initial }: FenceEdit) =>
      saveRow({
        table: 'geofences',
        companyId,
        fields: fence,
        opened,
        ...(initial && { initial }),
        together: [['shape', 'latitude', 'longitude', 'radius_m', 'polygon']],
      }),
    stale: [queryKeys.geofences],
    failureText: 'map:fence.failed',
  });
}

export function useDeleteFence(companyId: string) {
  return useWrite({
    send: async (id: string) =>
      unwrap(
        await supabase()
          .from('geofences')
          .delete()
          .eq('company_id', companyId)
          .eq('id', id)
          .select('id'),
      ),
    stale: [queryKeys.geofences],
    failureText: 'map:fence.failed',
  });
}
