import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { formatMinutesSeconds } from '@/lib/duration';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { useNowSeconds } from '@/lib/use-now';

const UNDO_SECONDS = 60;

export interface UndoableStop {
  entryId: string;
  /** Seconds since 1970, by the server's clock. */
  until: number;
}

let lastStop: UndoableStop | null = null;

/** Remembers the stop that can be undone now. */
export function noteStop(entryId: string): UndoableStop {
  lastStop = { entryId, until: Math.floor(serverNow() / 1000) + UNDO_SECONDS };
  return lastStop;
}

export const secondsLeft = ({ until }: UndoableStop): number =>
  Math.max(0, until - Math.floor(serverNow() / 1000));

/** The stop of this entry, while it can be undone. */
export function undoableStop(entryId: string): UndoableStop | null {
  return lastStop?.entryId === entryId && secondsLeft(lastStop) > 0 ? lastStop : null;
}

/** Takes a stop back within a minute: the clock has run all the while. */
export function useUndoClockOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (entryId: string) =>
      unwrap(await supabase().rpc('undo_clock_out', { entry_id_param: entryId })),
    retry: retryOnce,
    onSuccess: (_entry, entryId) => {
      if (lastStop?.entryId === entryId) lastStop = null;
    },
    onSettled: () => refreshTime(client),
    meta: { failureTitle: 'timer:error.title', failureText: 'timer:error.undoStop' },
  });
}

/** Undo and how long it can still be pressed. */
export function UndoLabel({ until, text }: { until: number; text?: string }) {
  const { t } = useTranslation('common');
  const left = Math.max(0, until - useNowSeconds());
  return (
    <>
      {text ?? t('action.undo')}{' '}
      <span className="tabular text-muted">{formatMinutesSeconds(left)}</span>
    </>
  );
}
