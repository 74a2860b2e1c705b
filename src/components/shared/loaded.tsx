import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { ErrorState } from '@/components/shared/error-state';
import { Card } from '@/components/ui/card';

type Loadable = Pick<UseQueryResult, 'isPending' | 'isLoadingError' | 'error' | 'refetch'> & {
  data?: unknown;
};

type Answer<Query extends Loadable> = Exclude<Query['data'], undefined>;

export interface LoadedProps<Query extends Loadable> {
  query: Query;
  skeleton: ReactNode;
  /** As a function, it gets the answer. */
  children: ReactNode | ((data: Answer<Query>) => ReactNode);
  /** What could not be loaded, where the general sentence is not enough. */
  errorTitle?: string;
  /** The failure gets a card of its own. */
  framed?: boolean;
  errorClassName?: string;
}

/**
 * What a query shows: its shape while it loads, a failure only if there is nothing to show. The shell
 * says so when only a refresh failed.
 */
export function Loaded<Query extends Loadable>({
  query,
  skeleton,
  children,
  errorTitle,
  framed = false,
  errorClassName,
}: LoadedProps<Query>) {
  const retry = () => void query.refetch();
  // An answer is drawn in one go, however long that takes; what is deferred, in slices.
  const wasPending = useDeferredValue(query.isPending);
  if (query.isPending || wasPending) return skeleton;
  if (query.isLoadingError) {
    const failure = (
      <ErrorState
        {...(errorTitle !== undefined && { title: errorTitle })}
        {...(errorClassName !== undefined && { className: errorClassName })}
        error={query.error}
        onRetry={retry}
      />
    );
    return framed ? <Card>{failure}</Card> : failure;
  }
  if (typeof children !== 'function') return children;
  return query.data === undefined ? skeleton : children(query.data as Answer<Query>);
}
