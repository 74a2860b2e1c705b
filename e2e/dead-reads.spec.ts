import type { Page } from '@playwright/test';
import { middayZone } from '../testing/midday-zone.ts';
import { test as base, expect } from './fixtures.ts';
import { api, must } from './support/api.ts';
import { makeCompany } from './support/company.ts';
import { type Line, openLine } from './support/line.ts';
import { openScreen } from './support/open-screen.ts';
import { localDate } from './support/time.ts';

/** The browser reaches the server over a line that can die while it looks connected. */
const test = base.extend<{ line: Line }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
  line: async ({}, use) => {
    const line = await openLine(api.url);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(line.url),
});

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });

const NO_SIGNAL = [/ERR_|Could not load|Failed to fetch|WebSocket|timeout|AbortError/];
/** A few seconds, and what a busy machine adds. */
/** What this phone has stored, as text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('keyval-store');
        opening.onsuccess = () => {
          const all = opening.result.transaction('keyval').objectStore('keyval').getAll();
          all.onsuccess = () => resolve(JSON.stringify(all.result));
        };
      }),
  );

test('on a dead line screens show what is stored, with its age, and follow when it is back', async ({
  page,
  line,
  signInAs,
  expectedConsoleErrors,
}) => {
  test.slow();
  expectedConsoleErrors.push(...NO_SIGNAL);
  const timeZone = middayZone();
  const company = await makeCompany({ timeZone });
  const worker = await company.addPerson('employee');
  const { client } = company.owner;
  must(
    await client
      .from('equipment')
      .insert({ company_id: company.id, name: 'Skid steer' })
      .select('id'),
  );
  const hour = 3_600_000;
  const shift = {
    employee_id: worker.employeeId,
    project_id: company.projects[0]?.id ?? '',
    starts_at: new Date(Date.now() - hour).toISOString(),
    ends_at: new Date(Date.now() + hour).toISOString(),
  };
  must(await client.from('shifts').insert(shift).select('id'));
  const today = localDate(timeZone);
  must(await client.rpc('publish_shifts', { start_date_param: today, end_date_param: today }));

  await signInAs(worker);
  await page.goto('/my-status');
  const scheduled = page.getByRole('button', { name: /Riverside Tower.*Scheduled/ });
  await expect(scheduled).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => stored(page)).toContain('week-summary');
  await page.goto('/equipment');
  await expect(page.getByText('Skid steer').first()).toBeVisible();
  await expect.poll(() => stored(page)).toContain('"overview"');

  // Another screen, on a line that swallows everything. The page has not shown it before.
  line.die();
  await openScreen(page, '/my-status');
  await expect(scheduled).toBeVisible();
  await expect(page.getByText(/You see data from/)).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);

  // Opened anew.
  await page.goto('/equipment');
  await expect(page.getByText('Skid steer').first()).toBeVisible();
  await expect(page.getByRole('tab', { name: /^All/ })).toHaveAccessibleName('All 1');
  await openScreen(page, '/documents');
  await expect(page.locator('h1')).toHaveText('Documents');
  await expect(page.getByText(/\b0 files/)).toHaveCount(0);
  await openScreen(page, '/my-status');
  await expect(scheduled).toBeVisible();

  line.revive();
  await expect(page.getByText(/You see data from/)).toHaveCount(0);
  await expect(scheduled).toBeVisible();
});
