import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import {
  UNDO_SECONDS,
  UndoLabel,
  useUndoClockOut,
} from '@/entities/running-entry/use-undo-clock-out';
import { locationParam } from '@/lib/device-location';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

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
  const { t } = useTranslation('timer');
  const client = useQueryClient();
  const undo = useUndoClockOut();
  return useMutation({
    mutationFn: (entryId: string) =>
      saveAndSend((signal) => clockOut(entryId, signal), 'clock_out', { entry_id: entryId }),
    retry: retryOnce,
    onSuccess: (entry) => {
      if (!entry) return;
      const until = Math.floor(serverNow() / 1000) + UNDO_SECONDS;
      toast.success(t('toast.stopped'), {
        duration: UNDO_SECONDS * 1000,
        action: {
          label: createElement(UndoLabel, { until }),
          onClick: () => undo.mutate(entry.id),
        },
      });
    },
    onSettled: () => refreshTime(client),
    meta: { failureTitle: 'timer:error.title', failureText: 'timer:error.stop' },
  });
}
