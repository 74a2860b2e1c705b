import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type DemoServer, MOMENT } from './demo-server.ts';
import type { Language, Person } from './shots.ts';

export interface View {
  readonly as: Person;
  readonly on: 'desk' | 'phone';
  readonly theme: 'light' | 'dark';
  readonly language: Language;
}

const SIZES = {
  desk: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true },
};

/** A browser in which somebody of the demo company is signed in. */
export async function openView(
  browser: Browser,
  { url }: DemoServer,
  { as, on, theme, language }: View,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...SIZES[on],
    baseURL: url,
    colorScheme: theme,
    locale: language === 'es' ? 'es-US' : 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  // A map drawn without a graphics card takes its time.
  context.setDefaultTimeout(120_000);
  await context.clock.install({ time: MOMENT });
  const stored = {
    'chalkline.session': await signIn(url, as),
    'chalkline.theme': theme,
    'chalkline.language': language,
  };
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  return context;
}

export async function signIn(url: string, person: Person): Promise<string> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: config.supabaseAnonKey },
    body: JSON.stringify({ email: `${person}@example.com`, password: 'chalkline-demo' }),
  });
  if (!answer.ok) throw new Error(`Could not sign in as ${person}: ${await answer.text()}`);
  return answer.text();
}

/** Everything that loads is there, and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () =>
      document.querySelector('.animate-pulse') === null &&
      [...document.images].every(({ complete }) => complete),
  );
  let seen = await page.screenshot();
  for (let tries = 0; tries < 10; tries++) {
    await page.waitForTimeout(300);
    const now = await page.screenshot();
    if (now.equals(seen)) return;
    seen = now;
  }
}
