import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';

/** A write that makes the inbox, its count and the incidents stale. */
export function useVerificationWrite<Input, Result = void>(
  write: (input: Input) => Promise<Result>,
  onDone: (result: Result, input: Input) => void,
  quiet = false,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (result, input) => {
      onDone(result, input);
      void client.invalidateQueries({ queryKey: [queryKeys.dashboard] });
      return client.invalidateQueries({ queryKey: [queryKeys.verification] });
    },
    meta: { quiet },
  });
}
