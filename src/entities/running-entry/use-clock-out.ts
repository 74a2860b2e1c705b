import { saveAndSend } from '@/entities/offline/save-and-send';
import { CLOCK_OUT } from '@/entities/running-entry/clock-mutations';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useStopToast } from '@/entities/running-entry/use-stop-toast';
import { noteStop } from '@/entities/running-entry/use-undo-clock-out';
import { locationParam } from '@/lib/device-location';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

async function clockOut(entryId: string, signal: AbortSignal) {
  const location = await locationParam();
  return unwrap(
    await supabase()
      .rpc('clock_out', { entry_id_param: entryId, ...location })
      .abortSignal(signal),
  );
}

/** Stops the running entry with the database's clock; repeating it changes nothing. */
export function useClockOut() {
  const showStopToast = useStopToast();
  return useWrite({
    mutationKey: CLOCK_OUT,
    send: (entryId: string) =>
      saveAndSend((signal) => clockOut(entryId, signal), 'clock_out', { entry_id: entryId }),
    retry: retryOnce,
    onSuccess: (entry) => {
      if (entry) showStopToast(noteStop(entry.id));
    },
    stale: [refreshTime],
    failureTitle: 'timer:error.title',
    failureText: 'timer:error.stop',
  });
}
