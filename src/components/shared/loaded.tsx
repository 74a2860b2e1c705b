import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { ErrorState } from '@/components/shared/error-state';
import { Card } from '@/components/ui/card';

export interface LoadedProps {
  query: Pick<UseQueryResult, 'isPending' | 'isLoadingError' | 'error' | 'refetch'>;
  skeleton: ReactNode;
  children: ReactNode;
  /** What could not be loaded, where the general sentence is not enough. */
  errorTitle?: string;
  /** The failure gets a card of its own. */
  framed?: boolean;
}

/**
 * What a query shows: its shape while it loads, a failure only if there is nothing to show. The shell
 * says so when only a refresh failed.
 */
export function Loaded({ query, skeleton, children, errorTitle, framed = false }: LoadedProps) {
  const retry = () => void query.refetch();
  // An answer is drawn in one go, however long that takes; what is deferred, in slices.
  const wasPending = useDeferredValue(query.isPending);
  if (query.isPending || wasPending) return skeleton;
  if (query.isLoadingError) {
    const title = errorTitle === undefined ? {} : { title: errorTitle };
    const failure = <ErrorState {...title} error={query.error} onRetry={retry} />;
    return framed ? <Card>{failure}</Card> : failure;
  }
  return children;
}
