import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';
import { toast } from '@/lib/toast';

/** A write that makes the documents stale and says that it is done. */
export function useDocumentWrite<Input, Result = void>(
  write: (input: Input) => Promise<Result>,
  told: (result: Result, input: Input) => string | null,
  quiet = false,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (result, input) => {
      const text = told(result, input);
      if (text) toast.success(text);
      return client.invalidateQueries({ queryKey: [queryKeys.documents] });
    },
    meta: { quiet },
  });
}
