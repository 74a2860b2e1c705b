import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export interface BreakInput {
  kind: 'meal' | 'rest';
  paid: boolean;
}

/** Pause: a break on the running entry. */
export function useStartBreak() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, paid }: BreakInput) =>
      unwrap(await supabase().rpc('start_break', { kind_param: kind, paid_param: paid })),
    onSettled: () => refreshTime(client),
    meta: { failureTitle: 'timer:error.title', failureText: 'timer:error.pause' },
  });
}

/** Resume. */
export function useEndBreak() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => unwrap(await supabase().rpc('end_break')),
    onSettled: () => refreshTime(client),
    meta: { failureTitle: 'timer:error.title', failureText: 'timer:error.resume' },
  });
}
