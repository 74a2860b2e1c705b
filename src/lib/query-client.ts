import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  type QueryPersister,
} from '@tanstack/react-query';
import { createElement } from 'react';
import { AppError, errorText, isNoSignal, knownErrorText, toAppError } from '@/lib/errors';
import { comingFirstScreen, dropFirstScreen } from '@/lib/first-screen';
import { isStored, noteSettled, showStored } from '@/lib/stored-data';
import { toast } from '@/lib/toast';
import { translate } from '@/lib/translation';
import { withTimeout } from '@/lib/with-timeout';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Asked without a network, too: what this device keeps may answer. */
      answersOffline?: boolean;
    };
    mutationMeta: {
      /** Translation key of the toast's title, such as `time-tracker:error.title`. */
      failureTitle?: string;
      /** Translation key of what failed; why stands below it where the failure has a known code. */
      failureText?: string;
      /** The form shows the failure itself. */
      quiet?: boolean;
    };
  }
}

const toasted = new WeakSet<object>();

/** A toast has told this failure already; a form need not repeat it. */
export const wasToasted = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && toasted.has(cause);

/** A refused request will be refused again; only the network and a busy server deserve a retry. */
function mayPass(cause: unknown): boolean {
  const error = toAppError(cause);
  const busy = error.status === null || error.status >= 500 || error.status === 429;
  return error.code === 'offline' || error.code === 'timeout' || busy;
}

/** What took too long is asked for again in the background (`stale-data.ts`): the screen says so meanwhile. */
const worthRetrying = (failureCount: number, cause: unknown): boolean =>
  failureCount < 3 && navigator.onLine && toAppError(cause).code !== 'timeout' && mayPass(cause);

/** For writes that may be repeated: the answer of the first try may be all that was lost. */
export const retryOnce = (failureCount: number, cause: unknown): boolean =>
  failureCount < 1 && mayPass(cause);

/** Without an answer for so long, what the device has stored is shown. The request goes on. */
const SHOW_STORED_AFTER_MS = 3000;
/** Stored data that stands on the screen already is marked with its age sooner; not for every moment of waiting. */
const MARK_STORED_AFTER_MS = 1000;
/** Without an answer for so long, the request has failed, whatever the device says of its network. */
const READ_TIMEOUT_MS = 15_000;

/** A request that took too long frees its connection. Only who reads the signal is aborted by it. */
function abortedBy(timeout: AbortSignal, context: QueryFunctionContext): QueryFunctionContext {
  return Object.create(context, {
    signal: {
      get: () => {
        const either = new AbortController();
        for (const signal of [context.signal, timeout]) {
          if (signal.aborted) either.abort();
          signal.addEventListener('abort', () => either.abort(), { once: true });
        }
        return either.signal;
      },
    },
  });
}

/** Without a network nothing is asked for: a screen says so at once instead of waiting. */
const readWithinReason: QueryPersister<unknown> = async (ask, context, query) => {
  const delay = isStored(query) ? MARK_STORED_AFTER_MS : SHOW_STORED_AFTER_MS;
  const timer = setTimeout(() => void showStored(query), delay);
  try {
    if (!navigator.onLine && !context.meta?.answersOffline) throw new AppError('offline');
    return await withTimeout(async (timeout) => {
      const data = (await comingFirstScreen())?.data;
      return data?.has(query.queryHash)
        ? data.get(query.queryHash)
        : ask(abortedBy(timeout, context));
    }, READ_TIMEOUT_MS);
  } catch (cause) {
    if (isNoSignal(cause)) await showStored(query);
    throw cause;
  } finally {
    clearTimeout(timer);
    noteSettled(query);
  }
};

/** How long a write that is done waits for the lists it changed. */
const REFRESH_WAIT_MS = 1000;

class AppQueryClient extends QueryClient {
  /**
   * Writes wait for this, so that a dialog closes over a list that has the new line. A network that does
   * not answer must not hold what is saved open: the lists follow when they can.
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const refresh = () => super.invalidateQueries(filters, options);
    await withTimeout(refresh, REFRESH_WAIT_MS).catch(() => undefined);
  }
}

const backOff = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

export const queryClient = new AppQueryClient({
  defaultOptions: {
    // A phone without signal must hear it at once, not when the signal is back.
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      retry: worthRetrying,
      retryDelay: backOff,
      networkMode: 'always',
      refetchOnReconnect: true,
      persister: readWithinReason,
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (cause, query) => {
      if (navigator.onLine) console.error('Could not load', query.queryKey, cause);
    },
  }),
  mutationCache: new MutationCache({
    onMutate: dropFirstScreen,
    onError: (cause, _variables, _context, mutation) => {
      const meta = mutation.options.meta;
      if (meta?.quiet) return;
      toasted.add(cause);
      const known = knownErrorText(toAppError(cause));
      // A refusal we have words for is the product at work; anything else wants looking into.
      if (!known) console.error(cause);
      const failure = meta?.failureText ? translate(meta.failureText) : null;
      const words = failure && known ? [failure, known] : [failure ?? errorText(cause)];
      toast.error(translate(meta?.failureTitle ?? 'common:error.title'), {
        description: words.map((line) =>
          createElement('span', { key: line, className: 'block' }, line),
        ),
      });
    },
  }),
});
