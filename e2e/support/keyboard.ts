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

/** What has the focus shows it: an outline, or a ring of the same colour. */
export async function expectFocusVisible(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  const width = await target.evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).outlineWidth),
  );
  expect(width).toBeGreaterThanOrEqual(2);
}

/** Goes there, sees where it is, and presses a key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await expectFocusVisible(target);
  await page.keyboard.press(key);
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** By the first letters of the option. */
export async function chooseByKeyboard(page: Page, target: Locator, option: string): Promise<void> {
  await press(page, target);
  // As a person does: looks where the list stands before typing, and again before choosing.
  const current = page.locator('[role=option]:focus');
  await expect(current).toBeVisible();
  await page.keyboard.type(option);
  await expect(current).toContainText(option);
  await page.keyboard.press('Enter');
  await expect(target).toContainText(option);
  await expect(target).toBeFocused();
}
