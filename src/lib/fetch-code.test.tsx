import { afterEach, expect, test, vi } from 'vitest';
import { fetchThenImport } from '@/lib/fetch-code';

const script = (): Response =>
  new Response('export {}', { headers: { 'content-type': 'text/javascript' } });

afterEach(() => vi.restoreAllMocks());

test('a module is imported only when all of its files are here', async () => {
  const importModule = vi.fn(async () => 'module');
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('offline'));
  fetching.mockImplementation(async () => script());
  const files = ['assets/one-1.js', 'assets/two-1.js'];
  await expect(fetchThenImport(importModule, files)).rejects.toThrow('offline');
  // A browser would remember that it failed.
  expect(importModule).not.toHaveBeenCalled();
  await expect(fetchThenImport(importModule, files)).resolves.toBe('module');
  expect(fetching).toHaveBeenCalledTimes(3);
});

test('neither an error nor the page itself is taken for a file', async () => {
  const importModule = vi.fn(async () => 'module');
  vi.spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(new Response('gone', { status: 404 }))
    .mockResolvedValueOnce(new Response('<html>', { headers: { 'content-type': 'text/html' } }));
  await expect(fetchThenImport(importModule, ['assets/three-1.js'])).rejects.toThrow('404');
  await expect(fetchThenImport(importModule, ['assets/three-1.js'])).rejects.toThrow('200');
  expect(importModule).not.toHaveBeenCalled();
});

test('a file that hangs is given up', async () => {
  vi.useFakeTimers();
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const outcome = expect(fetchThenImport(async () => 1, ['assets/four-1.js'])).rejects.toThrow(
    'no answer',
  );
  await vi.advanceTimersByTimeAsync(10_000);
  await outcome;
  vi.useRealTimers();
});

test('styles of the page are not added again after those of a screen', async () => {
  const own = document.createElement('link');
  own.rel = 'stylesheet';
  own.href = '/assets/index-1.css';
  document.head.append(own);
  vi.resetModules();
  const { fetchThenImport: fresh } = await import('@/lib/fetch-code');
  const fetching = vi.spyOn(globalThis, 'fetch');
  await expect(fresh(async () => 'module', ['assets/index-1.css'])).resolves.toBe('module');
  expect(fetching).not.toHaveBeenCalled();
  expect(document.querySelectorAll('link[rel=stylesheet]')).toHaveLength(1);
  own.remove();
});
