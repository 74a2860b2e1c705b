import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { type Action, toast, UNDO_MILLISECONDS } from '@/lib/toast';

/** What all writes of payroll share: the toast afterwards and what becomes stale beside time. */
export function usePayrollWrite<Variables, Result>(
  write: (variables: Variables) => Promise<Result>,
  done: (result: Result, variables: Variables) => string,
  failureText: string,
  stale: readonly string[] = [],
  /** What the toast offers, such as Undo. */
  action?: (result: Result) => Action | undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (result, variables) => {
      const offered = action?.(result);
      toast.success(
        done(result, variables),
        offered && { action: offered, duration: UNDO_MILLISECONDS },
      );
    },
    onSettled: async () => {
      await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
      await refreshTime(client);
    },
    meta: { failureText },
  });
}
