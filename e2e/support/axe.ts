import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A theme changes colors and nothing else: in the second one only these can find something new. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Nothing to find in what the page shows now, at both sizes and in both themes, switched in place. */
export async function expectAccessible(
  page: Page,
  where: string,
  /** The gallery shows what loads, and it never ends. */
  { isLoading = false } = {},
): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const theme of ['light', 'dark'] as const) {
      await showIn(page, theme);
      if (!isLoading) {
        await expect(page.getByRole('status', { name: 'Loading…' })).toHaveCount(0);
      }
      const axe = axeOn(page);
      if (theme === 'light') axe.withTags(RULES);
      else axe.withRules(COLOR_RULES);
      expect(await violations(axe), `${where}, ${size}, ${theme}`).toEqual([]);
    }
  }
}

/** While a menu or dialog is open the rest of the page is hidden from everyone. */
export async function expectOpenedAccessible(page: Page, selector: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await showIn(page, theme);
    const axe = axeOn(page).include(selector);
    expect(await violations(axe), `${selector}, ${theme}`).toEqual([]);
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

/** Within the page itself: otherwise a second one is opened for each look, to put frames together. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

async function violations(axe: AxeBuilder): Promise<string[]> {
  const found = await axe.analyze();
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`,
  );
}
