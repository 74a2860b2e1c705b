import type { Page } from '@playwright/test';
import { middayZone } from '../testing/midday-zone.ts';
import { expect, test } from './fixtures.ts';
import { adminClient, must } from './support/api.ts';
import { makeCompany } from './support/company.ts';
import { choose, entriesOf, localDate } from './support/time.ts';

test.use({ viewport: { width: 390, height: 844 } });

const NO_SIGNAL = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Could not load|Failed to fetch|WebSocket/];
const HOUR = 3_600_000;

const controls = (page: Page) => page.getByRole('region', { name: 'Timer' });
const press = (page: Page, name: string) =>
  controls(page).getByRole('button', { name, exact: true }).click();

/** The phone's clock, as its owner has set it. */
async function setPhoneClock(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((shift) => {
    const RealDate = Date;
    class ShiftedDate extends RealDate {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(RealDate.now() + shift);
        else super(...(given as [number]));
      }
      static override now(): number {
        return RealDate.now() + shift;
      }
    }
    globalThis.Date = ShiftedDate as DateConstructor;
  }, milliseconds);
}

function countRenewals(page: Page): () => number {
  let renewals = 0;
  page.on('request', (request) => {
    if (/\/auth\/v1\/token\?grant_type=refresh_token/.test(request.url())) renewals += 1;
  });
  return () => renewals;
}

async function openStatus(page: Page): Promise<void> {
  await page.goto('/my-status');
  await expect(page.locator('h1')).toHaveText('My Status');
}

for (const [name, shift] of [
  ['two hours fast', 2 * HOUR],
  ['two hours slow', -2 * HOUR],
] as const) {
  test(`a phone ${name}: one renewal, and a day without a signal counts as it was`, async ({
    page,
    context,
    signInAs,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(...NO_SIGNAL);
    const company = await makeCompany({ timeZone: middayZone() });
    const worker = await company.addPerson('employee');
    await setPhoneClock(page, shift);
    const renewals = countRenewals(page);
    await signInAs(worker);
    await openStatus(page);
    await choose(controls(page), 'Project', 'Riverside Tower');
    await choose(controls(page), 'Cost code', /03 11 00/);
    await press(page, 'Start');
    await expect.poll(() => entriesOf(worker)).toHaveLength(1);
    await page.reload();
    await expect(page.getByText(/On the clock since/)).toBeVisible();
    // The first before the server's time was known; nothing after that.
    expect(renewals()).toBeLessThanOrEqual(1);

    await context.setOffline(true);
    const stoppedAt = Date.now();
    await press(page, 'Stop');
    await expect(page.getByText('Off the clock')).toBeVisible();
    await context.setOffline(false);
    await expect.poll(() => entriesOf(worker)).toMatchObject([{ clock_out: expect.any(String) }]);
    const [entry] = await entriesOf(worker);
    expect(Math.abs(Date.parse(entry?.clock_out ?? '') - stoppedAt)).toBeLessThan(30_000);
    await expect(page.getByText('Off the clock')).toBeVisible();
    expect(renewals()).toBeLessThanOrEqual(1);
  });
}

test('a stop that was not accepted says so over everything, and above the clock until it is decided', async ({
  page,
  context,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(...NO_SIGNAL);
  const timeZone = middayZone();
  const company = await makeCompany({ timeZone });
  const worker = await company.addPerson('employee');
  must(await worker.client.rpc('clock_in', { project_id_param: company.projects[0]?.id ?? '' }));
  await signInAs(worker);
  await openStatus(page);
  await expect(page.getByText(/On the clock since/)).toBeVisible();
  await context.setOffline(true);
  await press(page, 'Stop');
  await expect(page.getByText('Off the clock')).toBeVisible();
  const today = localDate(timeZone);
  const period = { company_id: company.id, start_date: today, end_date: today };
  const locked = { ...period, status: 'locked', locked_at: new Date().toISOString() };
  must(await adminClient().from('pay_periods').insert(locked).select('id'));
  // On another screen, where nothing of the clock is looked at.
  await context.setOffline(false);
  await page.goto('/settings');
  const dialog = page.getByRole('dialog', { name: 'A punch of yours was not accepted' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('This pay period is closed.')).toBeVisible();
  await expect(dialog.getByText(/You are still on the clock since/)).toBeVisible();
  await dialog.getByRole('button', { name: 'I understand' }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto('/my-status');
  const banner = page.getByText(/You are still on the clock since/);
  await expect(banner).toBeInViewport();
  await expect(page.getByText(/On the clock since/).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
