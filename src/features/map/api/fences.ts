import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Fence } from '@/entities/geofence/geofences-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export type NewFence = Omit<Fence, 'id'>;

/** A new site, or with an id the change of a stored one. */
export function useSaveFence(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, fence }: { id: string | null; fence: NewFence }) => {
      const table = supabase().from('geofences');
      unwrap(
        id
          ? await table.update(fence).eq('company_id', companyId).eq('id', id)
          : await table.insert({ company_id: companyId, ...fence }),
      );
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
