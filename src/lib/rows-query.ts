import { queryOptions } from '@tanstack/react-query';
import { type Outcome, unwrap } from '@/lib/errors';

interface Reading<Answer> {
  abortSignal: (signal: AbortSignal) => PromiseLike<Outcome<Answer>>;
}

/**
 * One read of the database, given up when nobody waits for it any more. Its type is that of the answer; where
 * the database knows json only, the code names it: `rowsQuery<Board>([…], () => supabase().rpc('schedule_board'))`.
 */
export const rowsQuery = <Named = never, Answer = unknown>(
  queryKey: readonly unknown[],
  read: () => Reading<Answer>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      unwrap(await read().abortSignal(signal)) as [Named] extends [never] ? Answer : Named,
  });
