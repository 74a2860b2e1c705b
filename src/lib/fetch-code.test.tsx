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

async function withFirstFile(state: 'here' | 'coming', name: string) {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.href = `/${name}`;
  link.dataset['first'] = state;
  document.head.append(link);
  vi.resetModules();
  const { fetchThenImport: fresh } = await import('@/lib/fetch-code');
  return { link, fresh };
}

test('what the page asked for early is waited for, not asked for twice', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch');
  const here = await withFirstFile('here', 'assets/first-1.js');
  await expect(here.fresh(async () => 'module', ['assets/first-1.js'])).resolves.toBe('module');
  const coming = await withFirstFile('coming', 'assets/first-2.js');
  const importing = coming.fresh(async () => 'module', ['assets/first-2.js']);
  coming.link.dispatchEvent(new Event('load'));
  await expect(importing).resolves.toBe('module');
  expect(fetching).not.toHaveBeenCalled();
  here.link.remove();
  coming.link.remove();
});

test('an early file that did not come is read like any other, as often as it must', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('offline'));
  fetching.mockImplementation(async () => script());
  const { link, fresh } = await withFirstFile('coming', 'assets/first-3.js');
  const importing = fresh(async () => 'module', ['assets/first-3.js']);
  link.dispatchEvent(new Event('error'));
  await expect(importing).rejects.toThrow('offline');
  await expect(fresh(async () => 'module', ['assets/first-3.js'])).resolves.toBe('module');
  expect(fetching).toHaveBeenCalledTimes(2);
  link.remove();
});
