import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { useNextPage } from './use-next-page';

test('a next page whose request gave way to a refetch is asked for again', async () => {
  const client = new QueryClient();
  let disturbed = false;
  function List() {
    const query = useInfiniteQuery({
      queryKey: ['rows'],
      queryFn: ({ pageParam }) => Promise.resolve(pageParam),
      initialPageParam: 1,
      getNextPageParam: (last: number) => (last < 3 ? last + 1 : undefined),
    });
    const loadOn = useNextPage(query);
    const pages = query.data?.pages ?? [];
    useEffect(() => {
      if (pages.length === 0) return;
      loadOn();
      if (pages.length === 1 && !disturbed) {
        disturbed = true;
        void client.invalidateQueries({ queryKey: ['rows'] });
      }
    }, [loadOn, pages.length]);
    return <p>{pages.join(' ')}</p>;
  }
  render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('1 2 3')).toBeVisible();
  expect(disturbed).toBe(true);
});
