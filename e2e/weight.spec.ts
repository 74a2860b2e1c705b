import type { Page } from '@playwright/test';
import { filesFrom, importCircle, measureScreens } from '../scripts/bundle-size.ts';
import { expect, MODULE, test } from './fixtures.ts';

/** Kilobytes of scripts and styles as they came over the wire. */
async function transferred(page: Page, load: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const counted = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    // What is read late is fetched before it is imported, from the browser's cache then.
    const isFile = new URL(response.url).pathname.startsWith('/assets/');
    if (type === 'Script' || type === 'Stylesheet' || (type === 'Fetch' && isFile)) {
      counted.add(requestId);
    }
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength;
  });
  await load();
  return bytes / 1000;
}

test('sign-in loads at most 160 kB, and nothing moves meanwhile', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as never as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const kilobytes = await transferred(page, async () => {
    await page.goto('/auth/login');
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  });
  expect(kilobytes).toBeLessThanOrEqual(160);
  expect(kilobytes).toBeGreaterThan(100);
  await page.evaluate(() => document.fonts.ready);
  const total = await page.evaluate(() =>
    (window as never as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
  );
  expect(total).toBeLessThan(0.02);
});

test('the shell with the time tracker and live changes loads at most 288 kB', async ({
  page,
  company,
  signInAs,
}) => {
  await signInAs(company.owner);
  const kilobytes = await transferred(page, async () => {
    await page.goto('/time-tracker');
    await expect(page.getByRole('heading', { name: 'Time Tracker' })).toBeVisible();
    await expect(page.getByText('No time entries for today')).toBeVisible();
  });
  expect(kilobytes).toBeLessThanOrEqual(288);
});

/** The bell follows the screen with all it needs, what is said in passing, and the texts of what the office can be refused. */
const laterFiles = filesFrom('dist', [
  'src/components/ui/toaster.tsx',
  'src/features/notifications/bell/notifications-bell.tsx',
  'src/locales/en/bell.json',
  'src/locales/en/office-files.ts',
  'src/locales/en/refusals.json',
]).map((file) => `/${file}`);

test('a screen’s files are asked for with the page, not after the app has run', async ({
  page,
  company,
  signInAs,
}) => {
  await signInAs(company.owner);
  for (const [address, title] of [
    ['/', 'Dashboard'],
    ['/time-tracker', 'Time Tracker'],
    ['/payroll', 'Payroll'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const late = await page.evaluate(async () => {
      const loaded = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((file) => file.startsWith('/assets/') && file.endsWith('.js'))
        // Live changes follow the screen.
        .filter((file) => !file.startsWith('/assets/supabase-js-'));
      const source = document.createElement('template');
      source.innerHTML = await (await fetch(location.href)).text();
      const inPage = [
        ...source.content.querySelectorAll('script[src], link[rel=modulepreload]'),
      ].map((tag) => tag.getAttribute('src') ?? tag.getAttribute('href'));
      const list = JSON.parse(source.content.querySelector('#first-screens')?.textContent ?? '');
      const { code, en } = list[location.pathname];
      const asked = [...inPage, ...[...code, ...en].map((place) => list.files[place])];
      return loaded.filter((file) => !asked.includes(file));
    });
    expect(
      late.filter((file) => !laterFiles.includes(file)),
      address,
    ).toEqual([]);
  }
});

for (const { screen, kilobytes, budget } of measureScreens('dist')) {
  test(`${screen} stays within ${budget} kB`, { tag: MODULE }, () => {
    expect(kilobytes).toBeLessThanOrEqual(budget);
  });
}

test('no files of the build import each other in a circle', { tag: MODULE }, () => {
  expect(importCircle('dist')).toBeNull();
});
