import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';
import { toast } from '@/lib/toast';

/** A write whose form shows the failure: says that it is done and makes the lists of machines stale. */
export function useEquipmentWrite<Input, Result = void>(
  write: (input: Input) => Promise<Result>,
  told: string | ((result: Result) => string),
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (result) => {
      toast.success(typeof told === 'string' ? told : told(result));
      return client.invalidateQueries({ queryKey: [queryKeys.equipment] });
    },
    meta: { quiet: true },
  });
}
