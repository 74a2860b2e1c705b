import { useMemo, useState } from 'react';

interface PagedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Asks for the next page once. A live change that fetches the pages anew takes the place of that request,
 * sometimes before anything was drawn: the function is another one when it has ended, so that who waits at the end asks again.
 */
export function useNextPage({
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
}: PagedQuery): () => void {
  const [ended, setEnded] = useState(0);
  return useMemo(
    () => () => {
      if (!hasNextPage || isFetchingNextPage) return;
      void fetchNextPage().finally(() => setEnded(ended + 1));
    },
    [hasNextPage, isFetchingNextPage, fetchNextPage, ended],
  );
}
