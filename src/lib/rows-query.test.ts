import { QueryClient } from '@tanstack/react-query';
import { expect, expectTypeOf, test } from 'vitest';
import type { Outcome } from '@/lib/errors';
import { rowsQuery } from '@/lib/rows-query';

const answering = (answer: Outcome<{ id: string }[]>) => {
  const signals: AbortSignal[] = [];
  const read = () => ({
    abortSignal: (signal: AbortSignal) => {
      signals.push(signal);
      return Promise.resolve(answer);
    },
  });
  return { read, signals };
};
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

test('the answer is the data, and its type', async () => {
  const { read } = answering({ data: [{ id: '1' }], error: null });
  const rows = await client().fetchQuery(rowsQuery(['rows'], read));
  expectTypeOf(rows).toEqualTypeOf<{ id: string }[]>();
  expect(rows).toEqual([{ id: '1' }]);
  const named = await client().fetchQuery(rowsQuery<{ id: 'a' | '1' }[]>(['rows'], read));
  expectTypeOf(named).toEqualTypeOf<{ id: 'a' | '1' }[]>();
});

test('a refusal is an error with its code', async () => {
  const { read } = answering({ data: null, error: { message: 'no', hint: 'not_found' } });
  await expect(client().fetchQuery(rowsQuery(['rows'], read))).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('nobody waits any more: the request is given up', async () => {
  const { read, signals } = answering({ data: [], error: null });
  const queries = client();
  const asked = queries.fetchQuery({
    ...rowsQuery(['rows'], () => ({
      abortSignal: (signal: AbortSignal) => {
        read().abortSignal(signal);
        return new Promise<never>(() => undefined);
      },
    })),
  });
  asked.catch(() => undefined);
  await queries.cancelQueries({ queryKey: ['rows'] });
  expect(signals[0]?.aborted).toBe(true);
});
