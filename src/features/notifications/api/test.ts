import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export type TestResult = Pick<Row<'notifications_sent'>, 'channel' | 'status' | 'error'>;

const ASK_AGAIN_MS = 1000;

/** What became of a notification, channel by channel; asked for until all of them have answered. */
export const deliveriesQuery = (notificationId: string) =>
  queryOptions({
    queryKey: [queryKeys.notifications, 'deliveries', notificationId],
    queryFn: async ({ signal }): Promise<TestResult[]> =>
      unwrap(
        await supabase()
          .from('notifications_sent')
          .select('channel, status, error')
          .eq('notification_id', notificationId)
          .abortSignal(signal),
      ),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'waiting') === false ? false : ASK_AGAIN_MS,
  });

/** Answers with the id of the notification. */
export function useSendTest() {
  return useWrite({
    send: async () => unwrap(await supabase().rpc('send_test_notification')),
    stale: [[queryKeys.notifications, 'bell']],
    failureText: 'notifications:test.failed',
  });
}
