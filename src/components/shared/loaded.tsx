import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '@/components/shared/error-state';
import { StaleNotice } from '@/components/shared/stale-notice';
import { Card } from '@/components/ui/card';

export interface LoadedProps {
  query: Pick<
    UseQueryResult,
    'isPending' | 'isLoadingError' | 'isRefetchError' | 'isFetching' | 'error' | 'refetch'
  >;
  skeleton: ReactNode;
  children: ReactNode;
  /** What could not be loaded, where the general sentence is not enough. */
  errorTitle?: string;
  /** The failure gets a card of its own. */
  framed?: boolean;
  /** Of the line that says a refresh failed: its distance to what is around it. */
  staleClassName?: string;
}

/** What a query shows: its shape while it loads, a failure only if there is nothing to show. */
export function Loaded({
  query,
  skeleton,
  children,
  errorTitle,
  framed = false,
  staleClassName,
}: LoadedProps) {
  const retry = () => void query.refetch();
  if (query.isPending) return skeleton;
  if (query.isLoadingError) {
    const title = errorTitle === undefined ? {} : { title: errorTitle };
    const failure = <ErrorState {...title} error={query.error} onRetry={retry} />;
    return framed ? <Card>{failure}</Card> : failure;
  }
  return (
    <>
      {query.isRefetchError && (
        <StaleNotice busy={query.isFetching} onRetry={retry} className={staleClassName} />
      )}
      {children}
    </>
  );
}
