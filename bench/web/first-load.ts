import type { CDPSession, Page } from '@playwright/test';
import { enter, type MeasuredScreen, type Stage } from './stage.ts';

export interface FirstLoad {
  readonly kilobytes: number;
  readonly scriptKilobytes: number;
  readonly requests: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** The wanted control is there and the main thread has come to rest. */
  readonly interactiveMs: number;
  readonly layoutShift: number;
  /** Of the page's main thread, which other work on the machine changes least. */
  readonly processorMs: number;
}

interface Timings {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  lastLongTaskEnd: number;
  ready: number;
}

/** Rest, as Lighthouse counts it: no task over 50 ms for this long. */
const QUIET_MS = 1000;

/** One load with an empty cache; `slowdown` is how many times slower the CPU pretends to be. */
export async function measureFirstLoad(
  stage: Stage,
  screen: MeasuredScreen,
  slowdown: number,
): Promise<FirstLoad> {
  const context = await stage.openBrowser();
  try {
    if (screen.signedIn) await enter(context, stage);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await countTraffic(session);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(observe, screen.ready);
    await page.goto(`${stage.url}${screen.path}`);
    const timings = await settledTimings(page);
    const { metrics } = await session.send('Performance.getMetrics');
    const taskSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    return {
      processorMs: taskSeconds * 1000,
      kilobytes: traffic.bytes / 1000,
      scriptKilobytes: traffic.scriptBytes / 1000,
      requests: traffic.requests,
      firstPaintMs: timings.firstPaint,
      largestPaintMs: timings.largestPaint,
      interactiveMs: Math.max(timings.ready, timings.lastLongTaskEnd, timings.firstPaint),
      layoutShift: timings.shift,
    };
  } finally {
    await context.close();
  }
}

async function countTraffic(session: CDPSession) {
  const traffic = { bytes: 0, scriptBytes: 0, requests: 0 };
  const code = new Set<string>();
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) traffic.requests += 1;
  });
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') code.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
    if (code.has(requestId)) traffic.scriptBytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return traffic;
}

/** Runs in the page, before anything of the app. */
export function observe(ready: string): void {
  const timings: Timings = {
    firstPaint: 0,
    largestPaint: 0,
    shift: 0,
    lastLongTaskEnd: 0,
    ready: 0,
  };
  Object.assign(window, { timings });
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') timings.firstPaint = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    timings.largestPaint = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    timings.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  watch('longtask', (entry) => {
    timings.lastLongTaskEnd = entry.startTime + entry.duration;
  });
  const look = (): void => {
    if (document.querySelector(ready)) timings.ready = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

export async function settledTimings(page: Page): Promise<Timings> {
  const handle = await page.waitForFunction((quiet) => {
    const { timings } = window as never as { timings: Timings };
    const rest = performance.now() - Math.max(timings.ready, timings.lastLongTaskEnd);
    return timings.ready > 0 && rest > quiet ? timings : null;
  }, QUIET_MS);
  return (await handle.jsonValue()) as Timings;
}
