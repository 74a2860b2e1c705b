import {
  type MutationKey,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { toast, UNDO_MILLISECONDS } from '@/lib/toast';
import { text } from '@/lib/translation';

/** The toast after a write, where a sentence is not enough. */
interface Message {
  title: string;
  description?: string;
  /** `success` unless given. */
  tone?: 'success' | 'info' | 'warning' | 'error';
  /** Offers Undo, for longer than other toasts stay. */
  undo?: (() => void) | undefined;
  duration?: number;
}

/** The first segment of query keys, a longer beginning, or what refreshes by rules of its own. */
export type Stale = string | QueryKey | ((client: QueryClient) => unknown);

interface Write<Input, Result> {
  /** Saves it, and throws where that fails. */
  send: (input: Input) => Promise<Result>;
  /** What the toast says afterwards; null says nothing. */
  done?: string | ((result: Result, input: Input) => string | Message | null);
  /** What else follows, such as a change of stored answers. Waited for. */
  onSuccess?: (result: Result, input: Input, client: QueryClient) => unknown;
  /**
   * What is loaded again. After a success the write waits for it, so that a dialog closes over a list that
   * has the new line; after a failure it is loaded too, since somebody else may have been here first.
   */
  stale?: readonly Stale[] | ((input: Input) => readonly Stale[]);
  /** Closes at once, and the lists follow. */
  refreshesInBackground?: boolean;
  /** Shows it before the server answers; what it returns takes that back after a failure. */
  showAtOnce?: (input: Input, client: QueryClient) => Promise<() => void>;
  /** Translation key of the failure's title, such as `time-tracker:error.title`. */
  failureTitle?: string;
  /** Translation key of what failed; why stands below it where the failure has a known code. */
  failureText?: string;
  /** The form shows the failure itself. */
  quiet?: boolean;
  onFailure?: (cause: Error, input: Input, client: QueryClient) => void;
  /** `retryOnce` for what may be repeated. */
  retry?: (failureCount: number, cause: unknown) => boolean;
  mutationKey?: MutationKey;
}

function show(message: string | Message | null): void {
  if (message === null) return;
  const {
    title,
    tone = 'success',
    undo,
    ...options
  }: Message = typeof message === 'string' ? { title: message } : message;
  toast[tone](title, {
    ...(undo && {
      duration: UNDO_MILLISECONDS,
      action: { label: text('common:action.undo'), onClick: undo },
    }),
    ...options,
  });
}

const refresh = (client: QueryClient, stale: readonly Stale[]): Promise<unknown> =>
  Promise.all(
    stale.map((part) =>
      typeof part === 'function'
        ? part(client)
        : client.invalidateQueries({ queryKey: typeof part === 'string' ? [part] : part }),
    ),
  );

/** Every change of data goes through this: what is sent, what is said, what has to be loaded again. */
export function useWrite<Input = void, Result = unknown>(write: Write<Input, Result>) {
  const client = useQueryClient();
  const { send, done = null, stale = [], failureTitle, failureText, quiet, retry } = write;
  const { mutationKey } = write;
  const staleAfter = (input: Input) => (typeof stale === 'function' ? stale(input) : stale);
  return useMutation<Result, Error, Input, (() => void) | undefined>({
    mutationFn: send,
    ...(mutationKey && { mutationKey }),
    ...(retry && { retry }),
    onMutate: (input) => write.showAtOnce?.(input, client),
    onSuccess: async (result, input) => {
      show(typeof done === 'function' ? done(result, input) : done);
      await write.onSuccess?.(result, input, client);
      const refreshed = refresh(client, staleAfter(input));
      if (!write.refreshesInBackground) await refreshed;
    },
    onError: (cause, input, takeBack) => {
      takeBack?.();
      write.onFailure?.(cause, input, client);
      void refresh(client, staleAfter(input));
    },
    meta: {
      ...(failureTitle && { failureTitle }),
      ...(failureText && { failureText }),
      ...(quiet && { quiet }),
    },
  });
}

/** For `showAtOnce`: changes what queries hold, and returns what puts it back. */
export async function changeQueries<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): Promise<() => void> {
  // An answer on its way may be from before.
  await client.cancelQueries({ queryKey });
  const before = client.getQueriesData<Data>({ queryKey });
  client.setQueriesData<Data>({ queryKey }, (data) => (data === undefined ? data : change(data)));
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}
