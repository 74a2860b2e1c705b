import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { openBreak } from '@/entities/running-entry/running-entry';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { uuidv7 } from '@/lib/uuid';

export interface BreakInput {
  kind: 'meal' | 'rest';
  paid: boolean;
}

/** Pause: a break on the running entry. */
export function useStartBreak() {
  const client = useQueryClient();
  const running = useRunningEntry();
  return useMutation({
    mutationFn: ({ kind, paid }: BreakInput) => {
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
    onSettled: () => refreshTime(client),
    meta: { failureTitle: 'timer:error.title', failureText: 'timer:error.pause' },
  });
}

/** Resume. */
export function useEndBreak() {
  const client = useQueryClient();
  const running = useRunningEntry();
  const pause = openBreak(running);
  return useMutation({
    mutationFn: () =>
      saveAndSend(
        async (signal) => unwrap(await supabase().rpc('end_break').abortSignal(signal)),
        'end_break',
        {
          ...(running ? { entry_id: running.id } : {}),
          ...(pause ? { break_id: pause.id } : {}),
        },
      ),
    onSettled: () => refreshTime(client),
    meta: { failureTitle: 'timer:error.title', failureText: 'timer:error.resume' },
  });
}
