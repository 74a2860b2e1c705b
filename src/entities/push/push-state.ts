import { queryOptions } from '@tanstack/react-query';
import { readPushRecord } from '@/entities/push/push-record';
import { type PushSupport, pushEnvironment, pushSupport } from '@/entities/push/push-support';
import { fetchServerKey } from '@/entities/push/server-key';
import { browserSubscription } from '@/entities/push/this-device';
import { queryKeys } from '@/lib/query-keys';

/** Where this device stands with notifications. */
export type PushState =
  | { state: Exclude<PushSupport, 'ready'> | 'not-offered' | 'off' }
  /** `endpoint` finds it in the list of one's devices. */
  | { state: 'on'; endpoint: string };

async function readState(userId: string): Promise<PushState> {
  const support = pushSupport(pushEnvironment());
  if (support !== 'ready' && support !== 'blocked') return { state: support };
  if ((await fetchServerKey()) === null) return { state: 'not-offered' };
  if (support === 'blocked') return { state: support };
  const [record, subscription] = await Promise.all([readPushRecord(), browserSubscription()]);
  const isMine = record?.userId === userId && record.endpoint === subscription?.endpoint;
  return isMine ? { state: 'on', endpoint: record.endpoint } : { state: 'off' };
}

export const pushStateQuery = (userId: string) =>
  queryOptions({
    queryKey: [queryKeys.push, 'state', userId],
    queryFn: () => readState(userId),
    // The permission may be changed in the browser's own settings meanwhile.
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
