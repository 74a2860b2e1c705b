import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useLiveTable } from '@/lib/use-live-table';

const heard: (() => void)[] = [];
vi.mock('@/lib/live-tables', () => ({
  watchTable: (_table: string, _filter: string, onChange: () => void) => {
    heard.push(onChange);
    return () => undefined;
  },
}));

test('several tables heard at once ask for a screen’s data once', async () => {
  let asked = 0;
  function Board() {
    for (const table of ['shifts', 'time_off_requests', 'shift_swaps']) {
      // biome-ignore lint/correctness/useHookAtTopLevel: the same three every time.
      useLiveTable({ table, filter: 'company_id=eq.1', stale: ['schedule'] });
    }
    const { data } = useQuery({
      queryKey: ['schedule', 'board'],
      queryFn: () => {
        asked += 1;
        return asked;
      },
    });
    return <p>Answer {data}</p>;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Board />
    </QueryClientProvider>,
  );
  await screen.findByText('Answer 1');
  for (const tell of heard) tell();
  await screen.findByText('Answer 2');
  for (const tell of heard) tell();
  await waitFor(() => expect(asked).toBe(3));
});
