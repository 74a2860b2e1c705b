import { useMutation } from '@tanstack/react-query';
import type { StoredEntry } from '@/features/time-tracker/api/queries';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { addDays } from '@/lib/time';

interface Look {
  entry: StoredEntry;
  /** Written down for the person to read. */
  purpose: string;
}

/** Where the entry was punched. Every look at someone else is recorded, so it is never made unasked. */
export function usePunchPlaces() {
  return useMutation({
    mutationFn: async ({ entry, purpose }: Look) => {
      const places = unwrap(
        await supabase().rpc('punch_locations_for', {
          employee_id_param: entry.employee_id,
          start_date_param: entry.work_date,
          end_date_param: addDays(entry.work_date, 1),
          purpose_param: purpose,
        }),
      );
      return places.filter(({ time_entry_id }) => time_entry_id === entry.id);
    },
    meta: { failureText: 'time-tracker:error.places' },
  });
}
