import { saveAndSend } from '@/entities/offline/save-and-send';
import { openBreak } from '@/entities/running-entry/running-entry';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface BreakInput {
  kind: 'meal' | 'rest';
  paid: boolean;
}

/** Pause: a break on the running entry. */
export function useStartBreak() {
  const running = useRunningEntry();
  return useWrite({
    send: ({ kind, paid }: BreakInput) => {
      const id = uuidv7();
      return saveAndSend(
        async (signal) =>
          unwrap(
            await supabase()
              .rpc('start_break', { kind_param: kind, paid_param: paid, id_param: id })
              .abortSignal(signal),
          ),
        'start_break',
        { break_id: id, break_kind: kind, paid, ...(running ? { entry_id: running.id } : {}) },
      );
    },
    stale: [refreshTime],
    failureTitle: 'timer:error.title',
    failureText: 'timer:error.pause',
  });
}

/** Resume. */
export function useEndBreak() {
  const running = useRunningEntry();
  const pause = openBreak(running);
  return useWrite({
    send: () =>
      saveAndSend(
        async (signal) => unwrap(await supabase().rpc('end_break').abortSignal(signal)),
        'end_break',
        {
          ...(running ? { entry_id: running.id } : {}),
          ...(pause ? { break_id: pause.id } : {}),
        },
      ),
    stale: [refreshTime],
    failureTitle: 'timer:error.title',
    failureText: 'timer:error.resume',
  });
}
