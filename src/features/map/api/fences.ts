import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveChanges } from '@/entities/edit/save-changes';
import type { Fence } from '@/entities/geofence/geofences-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

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
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ opened, fence, initial }: FenceEdit) => {
      if (opened) {
        await saveChanges({
          table: 'geofences',
          key: { company_id: companyId, id: opened.id },
          after: fence,
          before: opened,
          ...(initial ? { initial } : {}),
          together: [['shape', 'latitude', 'longitude', 'radius_m', 'polygon']],
        });
      } else {
        unwrap(
          await supabase()
            .from('geofences')
            .insert({ company_id: companyId, ...fence }),
        );
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [queryKeys.geofences] }),
    meta: { failureText: 'map:fence.failed' },
  });
}

export function useDeleteFence(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(
        await supabase()
          .from('geofences')
          .delete()
          .eq('company_id', companyId)
          .eq('id', id)
          .select('id'),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [queryKeys.geofences] }),
    meta: { failureText: 'map:fence.failed' },
  });
}
