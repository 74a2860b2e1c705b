import type { Locator, Page } from '@playwright/test';

/** Refuses these requests from now on; what was loaded before should stay on the screen. */
export async function failRefresh(
  page: Page,
  requests: string,
  expectedConsoleErrors: RegExp[],
): Promise<{ notice: Locator; tryAgain: () => Promise<void> }> {
  expectedConsoleErrors.push(/Could not load/);
  // 400 and not 500, which the app would try again for a while first.
  await page.route(requests, (route) =>
    route.request().method() === 'PATCH'
      ? route.fallback()
      : route.fulfill({ status: 400, json: { message: 'Not now' } }),
  );
  const notice = page.getByText('Couldn’t refresh.');
  return {
    notice,
    /** Lets them through and presses the button, unless the screen is refreshed by itself just then. */
    async tryAgain() {
      await page.unroute(requests);
      const button = page.getByRole('button', { name: 'Try again' });
      await Promise.any([button.click(), notice.waitFor({ state: 'detached' })]);
    },
  };
}
