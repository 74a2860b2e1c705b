import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { refreshTime } from '@/entities/running-entry/update-running-entry';

/** What all writes of payroll share: the toast afterwards and what becomes stale beside time. */
export function usePayrollWrite<Variables, Result>(
  write: (variables: Variables) => Promise<Result>,
  done: (result: Result, variables: Variables) => string,
  failureText: string,
  stale: readonly string[] = [],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (result, variables) => {
      toast.success(done(result, variables));
    },
    onSettled: async () => {
      await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
      await refreshTime(client);
    },
    meta: { failureText },
  });
}
