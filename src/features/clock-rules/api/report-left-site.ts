import type { DeviceLocation } from '@/lib/device-location';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

/** Says where the device is; true where the rule stopped the clock. */
export async function reportLeftSite(entryId: string, here: DeviceLocation): Promise<boolean> {
  const entry = unwrap(
    await supabase().rpc('report_left_site', {
      entry_id_param: entryId,
      location_param: { ...here },
    }),
  );
  return entry.clock_out !== null;
}
