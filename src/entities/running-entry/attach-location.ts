import { isLocationShared, readLocation } from '@/lib/device-location';
import { supabase } from '@/lib/supabase';

type Moment = 'clock_in_location' | 'clock_out_location';

/**
 * Adds this device's place to an entry after the clock was started or stopped. Afterwards, because
 * finding a position takes seconds and nobody's time may wait for it; whatever goes wrong here, the
 * time itself is saved.
 */
export async function attachLocation(
  entry: { id: string; company_id: string } | null,
  moment: Moment,
): Promise<void> {
  if (!entry || !isLocationShared()) return;
  const location = await readLocation();
  if (!location) return;
  const { error } = await supabase()
    .from('time_entries')
    .update(
      moment === 'clock_in_location'
        ? { clock_in_location: { ...location } }
        : { clock_out_location: { ...location } },
    )
    .eq('company_id', entry.company_id)
    .eq('id', entry.id);
  if (error) console.warn('The location was not stored.', error);
}
