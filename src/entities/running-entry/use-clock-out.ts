import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { attachLocation } from '@/entities/running-entry/attach-location';
import {
  refreshTime,
  restoreRunningEntry,
  showRunningEntry,
} from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';
import { supabase } from '@/lib/supabase';

/** Stops the running entry with the database's clock; repeating it changes nothing. */
export function useClockOut() {
  const { t } = useTranslation('timer');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (entryId: string) =>
      unwrap(await supabase().rpc('clock_out', { entry_id_param: entryId })),
    retry: retryOnce,
    onMutate: () => showRunningEntry(client, () => null),
    onSuccess: (entry) => {
      toast.success(t('toast.stopped'));
      void attachLocation(entry, 'clock_out_location');
    },
    onError: (_error, _entryId, before) => restoreRunningEntry(client, before),
    onSettled: () => refreshTime(client),
    meta: { failureTitle: 'timer:error.title', failureText: 'timer:error.stop' },
  });
}
