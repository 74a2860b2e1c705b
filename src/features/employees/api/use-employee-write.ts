import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';
import { toast } from '@/lib/toast';

function refreshPeople(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: [queryKeys.employees] }),
    client.invalidateQueries({ queryKey: [queryKeys.team] }),
    client.invalidateQueries({ queryKey: [queryKeys.audit] }),
  ]);
}

/** What all writes about people share: the toast afterwards and what becomes stale. */
export function useEmployeeWrite<Variables, Result>(
  write: (variables: Variables) => Promise<Result>,
  done: (variables: Variables, result: Result) => string,
  meta: Record<string, unknown> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (result, variables) => {
      toast.success(done(variables, result));
    },
    onSettled: () => refreshPeople(client),
    meta,
  });
}
