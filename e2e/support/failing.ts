import type { Locator, Page } from '@playwright/test';

/** Refuses these requests from now on; what was loaded before should stay on the screen. */
export async function failRefresh(
  page: Page,
  requests: string,
  expectedConsoleErrors: RegExp[],
): Promise<{ notice: Locator; restore: () => Promise<void> }> {
  expectedConsoleErrors.push(/Could not load/);
  // 400 and not 500, which the app would try again for a while first.
  await page.route(requests, (route) =>
    route.request().method() === 'PATCH'
      ? route.fallback()
      : route.fulfill({ status: 400, json: { message: 'Not now' } }),
  );
  return {
    notice: page.getByText('Couldn’t refresh.'),
    restore: () => page.unroute(requests),
  };
}
