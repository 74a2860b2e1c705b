import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toAppError } from '@/lib/errors';
import { queryClient } from '@/lib/query-client';
import { isAnswerLate, noteStored, restoreStoredDataWith } from '@/lib/stored-data';

const KEY = ['test', 'crew'];
const YESTERDAY = Date.now() - 24 * 3_600_000;

/** A query on the screen. `ask` answers it. */
function show(ask: (signal: AbortSignal) => Promise<string>) {
  const observer = new QueryObserver(queryClient, {
    queryKey: KEY,
    queryFn: ({ signal }) => ask(signal),
  });
  const hide = observer.subscribe(() => undefined);
  return { hide, result: () => observer.getCurrentResult() };
}

const never = () => new Promise<string>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  restoreStoredDataWith(null);
  queryClient.clear();
  vi.useRealTimers();
});

test('a read without an answer shows what is stored, with its age, and goes on', async () => {
  restoreStoredDataWith(async () => {
    queryClient.setQueryData(KEY, 'as known', { updatedAt: YESTERDAY });
  });
  const answer = Promise.withResolvers<string>();
  const query = show(() => answer.promise);
  await vi.advanceTimersByTimeAsync(2000);
  expect(query.result()).toMatchObject({ data: undefined, isPending: true });
  await vi.advanceTimersByTimeAsync(2000);
  expect(query.result()).toMatchObject({
    data: 'as known',
    dataUpdatedAt: YESTERDAY,
    isFetching: true,
  });
  answer.resolve('fresh');
  await vi.advanceTimersByTimeAsync(0);
  expect(query.result()).toMatchObject({ data: 'fresh', isFetching: false });
  query.hide();
});

test('a read ends after some seconds, whatever the device says of its network', async () => {
  expect(navigator.onLine).toBe(true);
  const aborted = vi.fn();
  const query = show((signal) => {
    signal.addEventListener('abort', aborted);
    return never();
  });
  await vi.advanceTimersByTimeAsync(16_000);
  expect(query.result()).toMatchObject({ isLoadingError: true, isFetching: false });
  expect(toAppError(query.result().error).code).toBe('timeout');
  // Its connection is free for what comes next.
  expect(aborted).toHaveBeenCalledOnce();
  query.hide();
});

test('what is on the screen stays while a refresh gets no answer', async () => {
  queryClient.setQueryData(KEY, 'as known', { updatedAt: YESTERDAY });
  const query = show(never);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(query.result()).toMatchObject({ data: 'as known', isRefetchError: true });
  query.hide();
});

test('a write does not wait for a refresh that gets no answer', async () => {
  queryClient.setQueryData(KEY, 'as known');
  const query = show(never);
  const done = vi.fn();
  void queryClient.invalidateQueries({ queryKey: KEY }).then(done);
  await vi.advanceTimersByTimeAsync(1100);
  expect(done).toHaveBeenCalledOnce();
  query.hide();
});

/** As `stored-queries.ts` puts it there when the app opens. */
function showStoredFrom(updatedAt: number) {
  queryClient.setQueryData(KEY, 'as known', { updatedAt });
  const [query] = queryClient.getQueryCache().findAll({ queryKey: KEY });
  if (!query) throw new Error('Nothing is stored.');
  query.invalidate();
  noteStored(query);
  return query;
}

test('stored data names its age when its answer takes longer than a second', async () => {
  const query = showStoredFrom(YESTERDAY);
  const answer = Promise.withResolvers<string>();
  const shown = show(() => answer.promise);
  expect(shown.result()).toMatchObject({ data: 'as known', isFetching: true });
  await vi.advanceTimersByTimeAsync(500);
  expect(isAnswerLate(query)).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(isAnswerLate(query)).toBe(true);
  answer.resolve('by now');
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.result().data).toBe('by now');
  expect(isAnswerLate(query)).toBe(false);
  shown.hide();
});

test('what was stored within the last minute does not', async () => {
  const query = showStoredFrom(Date.now() - 10_000);
  const shown = show(never);
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown.result()).toMatchObject({ data: 'as known', isFetching: true });
  expect(isAnswerLate(query)).toBe(false);
  shown.hide();
});
