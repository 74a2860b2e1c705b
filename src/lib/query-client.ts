import { MutationCache, QueryCache, QueryClient, type QueryPersister } from '@tanstack/react-query';
import i18next from 'i18next';
import { createElement } from 'react';
import { AppError, errorWords, knownWords, toAppError } from '@/lib/errors';
import { toast } from '@/lib/toast';

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

const translate = (key: string): string => i18next.t(key as never);

/** A refused request will be refused again; only the network and a busy server deserve a retry. */
function mayPass(cause: unknown): boolean {
  const error = toAppError(cause);
  const busy = error.status === null || error.status >= 500 || error.status === 429;
  return error.code === 'offline' || error.code === 'timeout' || busy;
}

const worthRetrying = (failureCount: number, cause: unknown): boolean =>
  failureCount < 3 && navigator.onLine && mayPass(cause);

/** For writes that may be repeated: the answer of the first try may be all that was lost. */
export const retryOnce = (failureCount: number, cause: unknown): boolean =>
  failureCount < 1 && mayPass(cause);

/** Without a network nothing is asked for: a screen says so at once instead of waiting. */
const unlessOffline: QueryPersister<unknown> = (ask, context) => {
  if (!navigator.onLine && !context.meta?.answersOffline) throw new AppError('offline');
  return ask(context);
};

const backOff = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

export const queryClient = new QueryClient({
  defaultOptions: {
    // A phone without signal must hear it at once, not when the signal is back.
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      retry: worthRetrying,
      retryDelay: backOff,
      networkMode: 'always',
      refetchOnReconnect: true,
      persister: unlessOffline,
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (cause, query) => {
      if (navigator.onLine) console.error('Could not load', query.queryKey, cause);
    },
  }),
  mutationCache: new MutationCache({
    onError: (cause, _variables, _context, mutation) => {
      const meta = mutation.options.meta;
      if (meta?.quiet) return;
      const known = knownWords(toAppError(cause));
      // A refusal we have words for is the product at work; anything else wants looking into.
      if (!known) console.error(cause);
      const failure = meta?.failureText ? translate(meta.failureText) : null;
      const words = failure && known ? [failure, known] : [failure ?? errorWords(cause)];
      toast.error(translate(meta?.failureTitle ?? 'common:error.title'), {
        description: words.map((line) =>
          createElement('span', { key: line, className: 'block' }, line),
        ),
      });
    },
  }),
});
