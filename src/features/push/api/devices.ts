import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { changeQueries, useWrite } from '@/lib/use-write';

/** A browser that shows notifications to the viewer. */
export interface PushDevice {
  id: string;
  endpoint: string;
  device_name: string;
  /** Whether names and numbers are shown, also on a locked screen. */
  details: boolean;
  created_at: string;
  last_success_at: string | null;
  failures: number;
}

const KEY = [queryKeys.push, 'devices'];

/** One's own devices, the newest first. */
export const pushDevicesQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [...KEY, employeeId],
    queryFn: async ({ signal }): Promise<PushDevice[]> =>
      unwrap(
        await supabase()
          .from('push_subscriptions')
          .select('id, endpoint, device_name, details, created_at, last_success_at, failures')
          .order('created_at', { ascending: false })
          .abortSignal(signal),
      ),
  });

interface Change {
  id: string;
  changes: Partial<Pick<PushDevice, 'device_name' | 'details'>>;
}

export function useChangeDevice() {
  return useWrite({
    send: async ({ id, changes }: Change) =>
      unwrap(await supabase().from('push_subscriptions').update(changes).eq('id', id)),
    showAtOnce: ({ id, changes }, client) =>
      changeQueries<PushDevice[]>(client, KEY, (devices) =>
        devices.map((device) => (device.id === id ? { ...device, ...changes } : device)),
      ),
    stale: [KEY],
    failureTitle: 'push:device.notSaved',
  });
}

export function useRemoveDevice() {
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().from('push_subscriptions').delete().eq('id', id)),
    stale: [queryKeys.push],
    failureTitle: 'push:device.notRemoved',
  });
}
