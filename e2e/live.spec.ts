import type { Browser, Page } from '@playwright/test';
import { expect, MODULE, test } from './fixtures.ts';
import { api, must } from './support/api.ts';
import type { Person } from './support/company.ts';
import { listening } from './support/live.ts';

/** By the live line: screens ask by themselves once a minute at most. */
const SOON = { timeout: 25_000 };

async function device(browser: Browser, person: Person, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: api.url });
  const page = await context.newPage();
  await page.addInitScript(
    (session) => localStorage.setItem('chalkline.session', session),
    JSON.stringify(person.session),
  );
  const isListening = listening(page);
  await page.goto(path);
  await expect(page.locator('h1')).toBeVisible();
  await isListening;
  return page;
}

test('a clock started on one device runs on the other', { tag: MODULE }, async ({
  browser,
  company,
}) => {
  const worker = await company.addPerson('employee');
  const [phone, desk] = await Promise.all([
    device(browser, worker, '/my-status'),
    device(browser, worker, '/time-tracker'),
  ]);
  await expect(desk.getByRole('region', { name: 'Timer' }).getByTestId('live-clock')).toHaveText(
    '00:00:00',
  );
  must(
    await worker.client.rpc('clock_in', {
      project_id_param: company.projects[0]?.id ?? '',
      cost_code_id_param: company.costCodes[0]?.id ?? '',
    }),
  );
  await expect(desk.getByRole('table', { name: 'Time Entries' }).getByText('Active')).toBeVisible(
    SOON,
  );
  await expect(phone.getByText(/On the clock since/)).toBeVisible(SOON);
  must(await worker.client.rpc('start_break', { kind_param: 'meal' }));
  await expect(phone.getByText(/On break since/)).toBeVisible(SOON);
  must(await worker.client.rpc('clock_out', {}));
  await expect(phone.getByText('Off the clock')).toBeVisible(SOON);
});

test('a manager sees a worker start, and not the worker of another company', async ({
  browser,
  company,
}) => {
  const worker = await company.addPerson('employee', ['Tess', 'Soto']);
  const desk = await device(browser, company.owner, '/time-tracker');
  await expect(desk.getByText('No time entries for today')).toBeVisible();
  must(await worker.client.rpc('clock_in', { project_id_param: company.projects[0]?.id ?? '' }));
  await expect(desk.getByRole('table', { name: 'Time Entries' })).toContainText('Tess Soto', SOON);
});

test('without the live line, looking at the page again is enough', async ({
  page,
  company,
  signInAs,
}) => {
  await page.routeWebSocket(/realtime/, (socket) => socket.close());
  await signInAs(company.owner);
  await page.goto('/time-tracker');
  await expect(page.getByText('No time entries for today')).toBeVisible();
  must(
    await company.owner.client.rpc('clock_in', { project_id_param: company.projects[0]?.id ?? '' }),
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('table', { name: 'Time Entries' }).getByText('Active')).toBeVisible();
});
