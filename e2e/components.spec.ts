import { AxeBuilder } from '@axe-core/playwright';
import { createServer, type ViteDevServer } from 'vite';
import { expect, test } from './fixtures.ts';
import { api } from './support/api.ts';

let development: ViteDevServer;

test.describe.configure({ mode: 'serial' });

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

test('every component in every state, at three sizes and in both themes', async ({
  page,
}, testInfo) => {
  test.setTimeout(300_000);
  await page.route('**/config.json', (route) =>
    route.fulfill({ json: { supabaseUrl: api.url, supabaseAnonKey: api.anonKey } }),
  );
  const address = development.resolvedUrls?.local[0] ?? '';
  for (const { name, ...viewport } of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.goto(`${address}dev/components`);
      await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible({
        timeout: 90_000,
      });
      await testInfo.attach(`components-${name}-${colorScheme}`, {
        body: await page.screenshot({ fullPage: true, timeout: 60_000 }),
        contentType: 'image/png',
      });
      if (name !== 'desktop') continue;
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    }
  }
});

test('a long table draws only the rows in sight, and sorts', async ({ page }) => {
  await page.route('**/config.json', (route) =>
    route.fulfill({ json: { supabaseUrl: api.url, supabaseAnonKey: api.anonKey } }),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${development.resolvedUrls?.local[0]}dev/components`);
  const table = page.getByRole('table', { name: 'Time Entries' });
  await expect(table.getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => table.locator('tbody tr').count()).toBeLessThan(80);
  await table.getByRole('button', { name: 'Duration' }).click();
  await table.getByRole('button', { name: 'Duration' }).click();
  await expect(table.getByRole('columnheader', { name: 'Duration' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('the page does not exist in the product', async ({ page }) => {
  const response = await page.request.get('/dev/components');
  expect(response.status()).toBe(404);
});
