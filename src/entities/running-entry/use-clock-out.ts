import { untilLeftQueue } from '@/entities/offline/queue-state';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { CLOCK_OUT } from '@/entities/running-entry/clock-mutations';
import { askRealEnd, isLongClock } from '@/entities/running-entry/real-end';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useStopToast } from '@/entities/running-entry/use-stop-toast';
import { noteStop, secondsLeft } from '@/entities/running-entry/use-undo-clock-out';
import { locationParam } from '@/lib/device-location';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

interface Stop {
  entryId: string;
  /** When the person really stopped, of a clock that has run over 16 hours. */
  endedAt?: string;
  /** By the server's clock. */
  pressedAt: number;
}

async function clockOut({ entryId, endedAt }: Stop, signal: AbortSignal) {
  const location = endedAt ? {} : await locationParam();
  return unwrap(
    await supabase()
      .rpc('clock_out', {
        entry_id_param: entryId,
        ...location,
        ...(endedAt && { ended_at_param: endedAt }),
      })
      .abortSignal(signal),
  );
}

/**
 * Stops the running entry with the database's clock; repeating it changes nothing. A clock of over 16
 * hours asks for the real end first.
 */
export function useClockOut() {
  const running = useRunningEntry();
  const showStopToast = useStopToast();
  /** A stop that had to wait behind something else can be taken back as soon as it has arrived. */
  const offerUndoOnceSent = async ({ entryId, pressedAt }: Stop): Promise<void> => {
    await untilLeftQueue(
      ({ kind, payload }) => kind === 'clock_out' && payload.entry_id === entryId,
    );
    const noted = noteStop(entryId, pressedAt);
    if (secondsLeft(noted) > 0) showStopToast(noted);
  };
  const stop = useWrite({
    mutationKey: CLOCK_OUT,
    send: (input: Stop) =>
      saveAndSend((signal) => clockOut(input, signal), 'clock_out', {
        entry_id: input.entryId,
        ...(input.endedAt && { ended_at: input.endedAt }),
      }),
    retry: retryOnce,
    onSuccess: (entry, input) => {
      // What was said is the person's word; only a press is taken back.
      if (input.endedAt) return entry && showStopToast(null);
      if (entry) showStopToast(noteStop(entry.id, input.pressedAt));
      else void offerUndoOnceSent(input);
    },
    stale: [refreshTime],
    failureTitle: 'timer:error.title',
    failureText: 'timer:error.stop',
  });
  return {
    isPending: stop.isPending,
    mutate: (entryId: string): void => {
      if (running?.id === entryId && isLongClock(running.clock_in))
        askRealEnd(running, (end) => {
          const pressed = { entryId, pressedAt: serverNow() };
          if (end) stop.mutate(end === 'now' ? pressed : { ...pressed, ...end });
        });
      else stop.mutate({ entryId, pressedAt: serverNow() });
    },
  };
}
