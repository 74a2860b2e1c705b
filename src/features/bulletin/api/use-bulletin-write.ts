import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';
import { toast } from '@/lib/toast';

/** A write that makes the bulletins stale and says that it is done. */
export function useBulletinWrite<Input, Result = void>(
  write: (input: Input) => Promise<Result>,
  told: (result: Result) => string,
  quiet = false,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (result) => {
      toast.success(told(result));
      return client.invalidateQueries({ queryKey: [queryKeys.bulletins] });
    },
    meta: { quiet },
  });
}
