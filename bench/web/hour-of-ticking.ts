import type { CDPSession } from '@playwright/test';
import { enter, type Stage } from './stage.ts';

export interface Memory {
  readonly heapMegabytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

export interface HourOfTicking {
  readonly before: Memory;
  readonly after: Memory;
}

/** What is loaded late (a menu's code, the first refetch) belongs to neither figure. */
const WARM_UP_SECONDS = 90;

/** A running timer on the time tracker, an hour of it by the browser's clock or less, second by second. */
export async function measureHourOfTicking(stage: Stage, minutes: number): Promise<HourOfTicking> {
  const context = await stage.openBrowser();
  try {
    await enter(context, stage);
    const page = await context.newPage();
    // The hour that ends now: one that lies ahead would find every new token expired already.
    const passing = (WARM_UP_SECONDS + minutes * 60) * 1000;
    await page.clock.install({ time: Date.now() - passing });
    await page.goto(`${stage.url}/time-tracker`);
    await page.getByRole('region', { name: 'Timer' }).waitFor();
    await clockIn(stage);
    await page.getByRole('button', { name: 'Stop' }).first().waitFor();
    const session = await context.newCDPSession(page);
    // Second by second, so that answers of the server arrive in between as they do in life.
    const run = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) await page.clock.runFor(1000);
    };
    await run(WARM_UP_SECONDS);
    const before = await memoryOf(session);
    await run(minutes * 60);
    return { before, after: await memoryOf(session) };
  } finally {
    await context.close();
  }
}

async function memoryOf(session: CDPSession): Promise<Memory> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heapMegabytes: usedSize / 1e6, nodes, listeners: jsEventListeners };
}

/** Past the screen, which shows it through the live line. */
async function clockIn({ url, session }: Stage): Promise<void> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as { supabaseAnonKey: string };
  const { access_token } = JSON.parse(session) as { access_token: string };
  const headers = {
    apikey: config.supabaseAnonKey,
    authorization: `Bearer ${access_token}`,
    'content-type': 'application/json',
  };
  const active = `${url}/rest/v1/projects?select=id&status=eq.active&limit=1`;
  const [project] = (await (await fetch(active, { headers })).json()) as { id: string }[];
  const response = await fetch(`${url}/rest/v1/rpc/clock_in`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ project_id_param: project?.id }),
  });
  if (!response.ok) throw new Error(await response.text());
}
