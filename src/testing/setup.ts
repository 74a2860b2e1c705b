import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';
import { collectConsoleOutput, takeUnexpectedOutput } from '@/testing/console-output';
import { deviceMemory, takeDeviceMemory } from '@/testing/device-memory';

/** The first look at a screen loads its files too, on a busy machine slowly. */
configure({ asyncUtilTimeout: 120_000 });

// However long a test takes, the work without a signal begins when the test says so.
vi.mock('@/app/shell/first-screen', () => ({ FIRST_SCREEN_MILLISECONDS: 2 ** 31 - 1 }));

/** Live updates are a matter of browser tests: here the line stays silent. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  send(): void {}
  close(): void {}
}
vi.stubGlobal('WebSocket', SilentSocket);
// Clients of earlier tests would hear of each sign-in of the next ones, in the same process.
vi.stubGlobal('BroadcastChannel', undefined);

// What the DOM of the tests lacks because it draws nothing.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('indexedDB', deviceMemory);
vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('IntersectionObserver', NoObserver);
vi.stubGlobal('matchMedia', (query: string) =>
  Object.assign(new EventTarget(), { media: query, matches: false }),
);
window.HTMLCanvasElement.prototype.getContext = () => null;
Object.assign(window.Element.prototype, {
  scrollIntoView: () => undefined,
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
window.scrollTo = () => undefined;

/** As a browser has it where nothing says otherwise. */
const UNSTYLED: Readonly<Record<string, string>> = {
  display: 'block',
  visibility: 'visible',
  opacity: '1',
  pointerEvents: 'auto',
  transform: 'none',
};
// No style sheet is loaded here, so an element's own style is all there is. jsdom would work out every property
// of every element that is looked for by its role: a sixth of the time of these tests.
window.getComputedStyle = (element) =>
  new Proxy((element as HTMLElement).style, {
    get(own, name) {
      if (name === 'display' && element.hasAttribute('hidden')) return 'none';
      const value: unknown = Reflect.get(own, name);
      if (typeof value === 'function') return value.bind(own);
      return value || UNSTYLED[String(name)] || value;
    },
  });

collectConsoleOutput();

afterEach(async () => {
  cleanup();
  const { forgetEverything, takeUnanswered } = await import('@/testing/open');
  await forgetEverything();
  takeDeviceMemory();
  expect(takeUnanswered(), 'requests without an answer').toEqual([]);
  expect(takeUnexpectedOutput(), 'written to the console').toEqual([]);
});
