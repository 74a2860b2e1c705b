import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';
import { takeDeviceMemory } from '@/testing/device-memory';

/** The first look at a screen loads its files too, on a busy machine slowly. */
configure({ asyncUtilTimeout: 15_000 });

/** Live updates are a matter of browser tests: here the line stays silent. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  send(): void {}
  close(): void {}
}
vi.stubGlobal('WebSocket', SilentSocket);

// What the DOM of the tests lacks because it draws nothing.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('IntersectionObserver', NoObserver);
vi.stubGlobal('matchMedia', (query: string) =>
  Object.assign(new EventTarget(), { media: query, matches: false }),
);
Object.assign(window.Element.prototype, {
  scrollIntoView: () => undefined,
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
window.scrollTo = () => undefined;

afterEach(async () => {
  cleanup();
  const { forgetEverything, takeUnanswered } = await import('@/testing/open');
  await forgetEverything();
  takeDeviceMemory();
  expect(takeUnanswered(), 'requests without an answer').toEqual([]);
});
