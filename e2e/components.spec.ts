import type { Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { expect, test } from './fixtures.ts';
import { api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';

let development: ViteDevServer;

test.beforeAll(async () => {
  development = await createServer({
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
    cacheDir: 'node_modules/.vite-components-test',
  });
  await development.listen();
});

test.afterAll(() => development.close());

const SIZES = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'desktop', width: 1440, height: 900 },
];

async function openComponents(page: Page): Promise<void> {
  await page.route('**/config.json', (route) =>
    route.fulfill({ json: { supabaseUrl: api.url, supabaseAnonKey: api.anonKey } }),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${development.resolvedUrls?.local[0]}dev/components`);
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible({ timeout: 90_000 });
  // What comes late moves what is below it, under the pointer.
  await page.waitForLoadState('networkidle');
}

test('every component in every state fits three sizes and is accessible in both themes', async ({
  page,
}) => {
  const inProduct = await page.request.get('/dev/components');
  expect(inProduct.status(), 'the page does not exist in the product').toBe(404);
  await openComponents(page);
  for (const { name, ...viewport } of SIZES) {
    await page.setViewportSize(viewport);
    const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width, `sideways on a ${name}`).toBeLessThanOrEqual(viewport.width);
  }
  await expectRowsInSight(page);
  await expectAccessible(page, 'components', { isLoading: true });
});

/** A long table draws only the rows in sight, and sorts. */
async function expectRowsInSight(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Time Entries' });
  await expect(table.getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => table.locator('tbody tr').count()).toBeLessThan(80);
  const header = table.getByRole('columnheader', { name: 'Duration' });
  for (const order of ['ascending', 'descending']) {
    // By the keyboard: what comes late cannot move it away from under a key.
    await table.getByRole('button', { name: 'Duration' }).press('Enter');
    await expect(header).toHaveAttribute('aria-sort', order);
  }
}
