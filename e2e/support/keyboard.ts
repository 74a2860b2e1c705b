import { expect, type Locator, type Page } from '@playwright/test';

/** More presses than any screen has stops. */
const TOO_MANY = 120;

/** Goes on with the keyboard until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  // Found once and not before each press, unless it was drawn anew meanwhile.
  let element = await target.elementHandle();
  for (let presses = 0; presses < TOO_MANY; presses += 1) {
    const state = await element?.evaluate((found) =>
      found === document.activeElement ? 'focused' : found.isConnected ? 'waiting' : 'gone',
    );
    if (state === 'focused') return;
    if (state === 'gone') element = await target.elementHandle();
    else {
      await page.keyboard.press(key);
      // Lists move the focus a moment after the key.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    }
  }
  await expect(target).toBeFocused();
}
