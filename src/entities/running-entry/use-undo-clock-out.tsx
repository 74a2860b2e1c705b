import { useSyncExternalStore } from 'react';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { formatMinutesSeconds } from '@/lib/duration';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const UNDO_SECONDS = 60;

export interface UndoableStop {
  entryId: string;
  /** Seconds since 1970, by the server's clock. */
  until: number;
}

let lastStop: UndoableStop | null = null;
const listeners = new Set<() => void>();

function setLastStop(stop: UndoableStop | null): void {
  lastStop = stop;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Remembers the stop that can be undone now; the time it waited on this device is part of the minute. */
export function noteStop(entryId: string, pressedAt: number): UndoableStop {
  const stop = { entryId, until: Math.floor(pressedAt / 1000) + UNDO_SECONDS };
  setLastStop(stop);
  return stop;
}

export const secondsLeft = ({ until }: UndoableStop): number =>
  Math.max(0, until - Math.floor(serverNow() / 1000));

/** The stop of this entry, while it can be undone. */
export function undoableStop(entryId: string): UndoableStop | null {
  return lastStop?.entryId === entryId && secondsLeft(lastStop) > 0 ? lastStop : null;
}

/** The same, also once the answer comes: the clock on the screen has stopped before. */
export const useUndoableStop = (entryId: string): UndoableStop | null =>
  useSyncExternalStore(subscribe, () => undoableStop(entryId));

/** Takes a stop back within a minute: the clock has run all the while. */
export function useUndoClockOut() {
  return useWrite({
    send: async (entryId: string) =>
      unwrap(await supabase().rpc('undo_clock_out', { entry_id_param: entryId })),
    retry: retryOnce,
    onSuccess: (_entry, entryId) => {
      if (lastStop?.entryId === entryId) setLastStop(null);
    },
    stale: [refreshTime],
    failureTitle: 'timer:error.title',
    failureText: 'timer:error.undoStop',
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
