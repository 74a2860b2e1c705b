import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/find-chromium.ts';
import { isRunning, spawnServer } from '../../testing/spawn-server.ts';

/** A screen people load first, and what shows that it can be used. */
export interface MeasuredScreen {
  readonly name: string;
  readonly path: string;
  readonly signedIn: boolean;
  /** The control a person came for. */
  readonly ready: string;
}

export const SCREENS: readonly MeasuredScreen[] = [
  {
    name: 'sign-in',
    path: '/auth/login',
    signedIn: false,
    ready: 'button[type="submit"]:enabled',
  },
  {
    name: 'time tracker',
    path: '/time-tracker',
    signedIn: true,
    // The clock is there and nothing is a skeleton any more.
    ready: 'main:not(:has([role="status"])) [data-testid="live-clock"]',
  },
  {
    name: 'dashboard',
    path: '/',
    signedIn: true,
    ready: 'main:not(:has([role="status"], .animate-pulse)) h1',
  },
  {
    name: 'My Status',
    path: '/my-status',
    signedIn: true,
    ready: 'main [data-testid="live-clock"]',
  },
];

export interface Stage {
  readonly url: string;
  /** The demo owner's session as the web app keeps it in local storage. */
  readonly session: string;
  /** A browser with an empty cache; `port` is where its DevTools listen. */
  openBrowser(port?: number): Promise<BrowserContext>;
  stop(): Promise<void>;
}

export const FLAGS = [...CHROMIUM_FLAGS, '--js-flags=--expose-gc'];

/** The built web app on a server of its own with the demo company. */
export async function openStage(): Promise<Stage> {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-web-'));
  const server = await spawnServer({ DATA_DIR: path.join(directory, 'data'), DEMO: 'on' });
  if (!isRunning(server)) throw new Error(server.output);
  const executablePath = await findChromium();
  let browsers = 0;
  return {
    url: server.url,
    session: await signIn(server.url),
    openBrowser: (port) => {
      browsers += 1;
      return chromium.launchPersistentContext(path.join(directory, `browser-${browsers}`), {
        executablePath,
        viewport: { width: 412, height: 823 },
        locale: 'en-US',
        args: [...FLAGS, ...(port ? [`--remote-debugging-port=${port}`] : [])],
      });
    },
    async stop() {
      await server.end('SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export async function signIn(
  url: string,
  email = 'owner@example.com',
  password = 'chalkline-demo',
): Promise<string> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as { supabaseAnonKey: string };
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: config.supabaseAnonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}

/** Puts the session where the web app looks for it, before any page of the app runs. */
export async function enter(context: BrowserContext, stage: Stage): Promise<void> {
  await context.addInitScript(
    (session) => localStorage.setItem('chalkline.session', session),
    stage.session,
  );
}
