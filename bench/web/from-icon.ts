import type { CDPSession, Page } from '@playwright/test';
import { observe, settledTimings } from './first-load.ts';
import { type Stage, signIn } from './stage.ts';

export interface Opening {
  readonly readyMs: number;
  readonly kilobytes: number;
  readonly requests: number;
  /** Of the backend. */
  readonly callsBefore: number;
  readonly calls: number;
}

export interface Line {
  /** Of every answer. */
  readonly latencyMs: number;
  /** The app was open before, and has stored what it stores. */
  readonly warm: boolean;
}

const WORKER = 'employee@example.com';
const READY = 'main [data-testid="live-clock"]';
/** What is stored for the next time, and what is asked for when the first screen stands. */
const LATER_MS = 12_000;

/** A worker opens the app from the icon: how long until the clock can be tapped, and what that took. */
export async function measureFromIcon(
  stage: Stage,
  { latencyMs, warm }: Line,
  slowdown: number,
): Promise<Opening> {
  const context = await stage.openBrowser();
  try {
    const session = await signIn(stage.url, WORKER);
    const seed = (stored: string): void => {
      if (!localStorage.getItem('chalkline.session'))
        localStorage.setItem('chalkline.session', stored);
    };
    await context.addInitScript(seed, session);
    const first = await context.newPage();
    if (warm) {
      await first.goto(`${stage.url}/`);
      await first.locator(READY).waitFor();
      await first.evaluate(async () => void (await navigator.serviceWorker.ready));
      await first.waitForTimeout(LATER_MS);
    }
    await first.close();
    return await open(await context.newPage(), stage.url, latencyMs, slowdown);
  } finally {
    await context.close();
  }
}

async function open(page: Page, url: string, latency: number, slowdown: number): Promise<Opening> {
  const devtools = await page.context().newCDPSession(page);
  const traffic = await count(devtools);
  const fast = { downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency, ...fast });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe, READY);
  await page.goto(`${url}/`);
  await page.locator(READY).waitFor();
  const callsBefore = traffic.calls;
  const { ready } = await settledTimings(page);
  await page.waitForTimeout(LATER_MS);
  const { bytes, requests, calls } = traffic;
  return { readyMs: ready, kilobytes: bytes / 1000, requests, callsBefore, calls };
}

async function count(devtools: CDPSession) {
  const traffic = { bytes: 0, requests: 0, calls: 0 };
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) traffic.requests += 1;
    if (/\/(auth|rest|storage)\/v1\//.test(request.url) && request.method !== 'OPTIONS')
      traffic.calls += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  return traffic;
}
