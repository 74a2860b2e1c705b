import { observe, settledTimings } from './first-load.ts';
import { enter, type MeasuredScreen, type Stage } from './stage.ts';

/** The stored data is written a second after an answer; files are stored beside that. */
const STORED_AFTER_MS = 3000;

/** Milliseconds until a screen that was open before shows what it is for, without a network. */
export async function measureOfflineOpening(
  stage: Stage,
  screen: MeasuredScreen,
  slowdown: number,
): Promise<number> {
  const context = await stage.openBrowser();
  try {
    await enter(context, stage);
    const before = await context.newPage();
    await before.goto(`${stage.url}${screen.path}`);
    await before.locator(screen.ready).waitFor();
    await before.evaluate(async () => void (await navigator.serviceWorker.ready));
    await before.waitForTimeout(STORED_AFTER_MS);
    await before.close();
    await context.setOffline(true);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(observe, screen.ready);
    await page.goto(`${stage.url}${screen.path}`);
    return (await settledTimings(page)).ready;
  } finally {
    await context.close();
  }
}
