import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, type Route } from '@playwright/test';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
  string,
  Chunk
>;

/** Files of code that are read after the screens of the build stand, words included. */
export function lateFiles(): string[] {
  const first = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || first.has(chunk.file)) return;
    first.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  add('index.html');
  const late = Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports);
  const files = late.map((name) => manifest[name]?.file ?? '');
  return [...new Set(files)].filter((file) => file.endsWith('.js') && !first.has(file)).sort();
}

/** How a request for a file ends that does not arrive. */
export const FAILURES = {
  refused: (route: Route) => route.abort(),
  // Neither answered nor refused, as in a tunnel.
  hanging: () => undefined,
} as const;
export type Failure = keyof typeof FAILURES;

/** From now on these files do not arrive; returns how to let them through again. */
export async function blockFiles(
  page: Page,
  failure: Failure,
  matches: (file: string) => boolean = () => true,
): Promise<() => Promise<void>> {
  const blocked = (url: URL) =>
    url.pathname.startsWith('/assets/') &&
    url.pathname.endsWith('.js') &&
    matches(url.pathname.slice(1));
  await page.route(blocked, FAILURES[failure]);
  return async () => {
    await page.unroute(blocked);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  };
}

export const missing = (page: Page): Locator => page.getByText('This part could not be loaded');

const CRASH = /Unexpected Application Error|This screen stopped working|stopped working/;

/** The screen as it was: its heading, and no crash in its place. */
export async function expectStanding(page: Page, heading: string): Promise<void> {
  await expect(page.getByText(CRASH)).toHaveCount(0);
  await expect(page.locator('h1').first()).toHaveText(heading);
}

const TYPED = 'north wall';

/** A field beside the heading with something typed in it: gone as soon as the screen is drawn anew. */
export async function typeBeside(page: Page): Promise<void> {
  // Some screens draw another heading when they know what to show.
  await page.waitForLoadState('networkidle');
  await page
    .locator('h1')
    .first()
    .evaluate((heading, text) => {
      const field = document.createElement('textarea');
      field.dataset['typed'] = '';
      field.value = text;
      heading.parentElement?.append(field);
    }, TYPED);
}

export const expectTyped = (page: Page): Promise<void> =>
  expect(page.locator('[data-typed]')).toHaveValue(TYPED);

/** Presses what opens something, one after the other; the screen stands after each. */
export async function pressAll(page: Page, heading: string, most: number): Promise<void> {
  const opening = page.locator('header button:visible, main button:visible:not([type=submit])');
  const count = Math.min(await opening.count(), most);
  const { pathname } = new URL(page.url());
  for (let index = 0; index < count; index += 1) {
    const button = opening.nth(index);
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    await button.click({ timeout: 2000 }).catch(() => undefined);
    // A button that leads elsewhere: that screen says what it lacks in its own test.
    if (new URL(page.url()).pathname !== pathname) return;
    await expectStanding(page, heading);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expectTyped(page);
  }
}
