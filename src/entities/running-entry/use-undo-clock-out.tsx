import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { formatMinutesSeconds } from '@/lib/duration';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';
import { supabase } from '@/lib/supabase';
import { useNowSeconds } from '@/lib/use-now';

export const UNDO_SECONDS = 60;

/** Takes a stop back within a minute: the clock has run all the while. */
export function useUndoClockOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (entryId: string) =>
      unwrap(await supabase().rpc('undo_clock_out', { entry_id_param: entryId })),
    retry: retryOnce,
    onSettled: () => refreshTime(client),
    meta: { failureTitle: 'timer:error.title', failureText: 'timer:error.undoStop' },
  });
}

/** Undo and how long it can still be pressed. */
export function UndoLabel({ until }: { until: number }) {
  const { t } = useTranslation('common');
  const left = Math.max(0, until - useNowSeconds());
  return (
    <>
      {t('action.undo')} <span className="tabular text-muted">{formatMinutesSeconds(left)}</span>
    </>
  );
}
