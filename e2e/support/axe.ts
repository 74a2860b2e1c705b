import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The smallest phone, and a desktop that shows everything four times as large. */
export const NARROWEST = { width: 320, height: 640 };
const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** A theme changes colors and nothing else: in the second one only these can find something new. */
const COLOR_RULES = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Nothing to find in what the page shows now, at both sizes and in both themes, switched in place. */
export async function expectAccessible(
  page: Page,
  where: string,
  /** `isLoading`: the gallery shows what loads, and it never ends. */
  { isLoading = false, phone = PHONE } = {},
): Promise<void> {
  const before = page.viewportSize();
  for (const viewport of [DESKTOP, phone]) {
    await page.setViewportSize(viewport);
    if (!isLoading) await expect(page.getByRole('status', { name: 'Loading…' })).toHaveCount(0);
    for (const theme of ['light', 'dark'] as const) {
      await showIn(page, theme);
      const found = await violations(page, theme === 'light' ? RULES : COLOR_RULES);
      expect(found, `${where}, ${viewport.width} px, ${theme}`).toEqual([]);
    }
  }
  if (before) await page.setViewportSize(before);
}

/** While a menu or dialog is open the rest of the page is hidden from everyone. */
export async function expectOpenedAccessible(page: Page, selector: string): Promise<void> {
  // Its code may only be loading: what is not there yet has nothing to find.
  await expect(page.locator(selector).first()).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await showIn(page, theme);
    const found = await violations(page, theme === 'light' ? RULES : COLOR_RULES, selector);
    expect(found, `${selector}, ${theme}`).toEqual([]);
  }
}

/** The media, and the attribute too: screens before sign-in look at the media once, as they load. */
async function showIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(async (name) => {
    // What still changes its color has less contrast than it will have.
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets = [still];
    document.documentElement.dataset['theme'] = name;
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
  }, theme);
}

/**
 * Within the page itself: otherwise a second one is opened for each look, to put frames together. The
 * program is read into a page once; the builder would do so twice for each look.
 */
async function violations(page: Page, rules: typeof RULES, within?: string): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .options({ ...rules, resultTypes: ['violations'] });
  const found = await (within ? builder.include(within) : builder).analyze();
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`,
  );
}
