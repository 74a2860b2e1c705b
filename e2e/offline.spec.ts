import type { BrowserContext, Page } from '@playwright/test';
import { middayZone } from '../testing/midday-zone.ts';
import { expect, test } from './fixtures.ts';
import { adminClient, type Client, must } from './support/api.ts';
import { makeCompany } from './support/company.ts';
import { choose, entriesOf, localDate, toast } from './support/time.ts';

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });

/** What the browser itself reports while there is no network. */
const NO_SIGNAL = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Could not load|Failed to fetch|WebSocket/];

const controls = (page: Page) => page.getByRole('region', { name: 'Timer' });
const press = (page: Page, name: string) =>
  controls(page).getByRole('button', { name, exact: true }).click();

/** Opens My Status and waits until the app could open without a signal. */
async function openStatus(page: Page): Promise<void> {
  await page.goto('/my-status');
  await expect(page.locator('h1')).toHaveText('My Status');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Another page, with nothing of the old one's memory and nothing in the browser's own cache. */
async function reopen(page: Page): Promise<Page> {
  const context = page.context();
  const next = await context.newPage();
  await (await context.newCDPSession(next)).send('Network.clearBrowserCache');
  await page.close();
  await next.goto('/my-status');
  return next;
}

async function startWithoutSignal(page: Page, context: BrowserContext): Promise<void> {
  await choose(controls(page), 'Project', 'Riverside Tower');
  await choose(controls(page), 'Cost code', /03 11 00/);
  await context.setOffline(true);
  await press(page, 'Start');
  await expect(page.getByText(/On the clock since/)).toBeVisible();
  await expect(page.getByText('1 punch not sent yet.')).toBeVisible();
}

/** Three questions before work, and a bulletin that must be confirmed. */
async function askAtTheClock(client: Client): Promise<void> {
  must(
    await client.from('clock_questions').insert(
      ['Are you fit for work?', 'Is the ladder tied off?', 'Hard hat?'].map((text, position) => ({
        moment: 'in',
        text_en: text,
        text_es: text,
        position,
      })),
    ),
  );
  must(
    await client.from('bulletins').insert({ title: 'Tie off on level 3', must_acknowledge: true }),
  );
}

/** What Chromium does for a page that asked for it, once there is a network: wakes the service worker. */
async function serviceWorkerOf(page: Page, origin: string): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (found) resolve(found.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registered;
  const tag = 'chalkline-send';
  return async () => {
    await browser.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId,
      tag,
      lastChance: false,
    });
  };
}

test('a day in airplane mode: nothing is lost, nothing is doubled', async ({
  page: first,
  context,
  baseURL,
  signInAs,
  expectedConsoleErrors,
}) => {
  test.slow();
  expectedConsoleErrors.push(...NO_SIGNAL);
  const company = await makeCompany({ timeZone: middayZone() });
  const worker = await company.addPerson('employee');
  await askAtTheClock(company.owner.client);
  let page = first;
  await signInAs(worker);
  await openStatus(page);
  await startWithoutSignal(page, context);

  // What is asked at the clock is asked here as well, and waits beside the punch.
  const sheet = page.getByRole('dialog', { name: 'Before you start' });
  await expect(sheet.getByRole('group')).toHaveCount(3);
  for (const yes of await sheet.getByRole('button', { name: 'Yes' }).all()) await yes.click();
  await sheet.getByRole('button', { name: 'Send answers' }).click();
  await page.getByRole('button', { name: 'I have read this' }).click();
  await expect(toast(page, 'Saved on this device')).toBeVisible();

  await press(page, 'Pause');
  await page.getByRole('menuitem', { name: 'Meal, unpaid' }).click();
  await expect(page.getByText(/On break since/)).toBeVisible();

  // Killed and opened again in the basement.
  page = await reopen(page);
  await expect(page.getByText(/On break since/)).toBeVisible();
  await press(page, 'Resume');
  await press(page, 'Switch');
  const dialog = page.getByRole('dialog', { name: 'Switch project' });
  await choose(dialog, 'Project', 'Elm St. Duplex');
  await choose(dialog, 'Cost code', /03 30 00/);
  await dialog.getByRole('button', { name: 'Switch' }).click();
  await expect(dialog).toHaveCount(0);
  await press(page, 'Stop');
  // Both entries are in the list, though the server has heard of neither.
  await expect(page.getByRole('list', { name: 'Today' }).getByRole('listitem')).toHaveCount(2);
  await expect(
    page.getByText('5 punches, answers to questions, and 1 bulletin not sent yet.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'See', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  // Five punches, the answers and the bulletin.
  await expect(list.getByRole('listitem')).toHaveCount(7);
  expect(await entriesOf(worker)).toHaveLength(0);

  // The app is closed when the signal is back: the browser sends what waits.
  await page.goto('about:blank');
  await context.setOffline(false);
  const wake = await serviceWorkerOf(page, new URL(baseURL ?? '').origin);
  // Like the browser, again and again: the worker hears of the signal a moment later than the page.
  await expect
    .poll(async () => {
      await wake();
      return entriesOf(worker);
    })
    .toHaveLength(2);
  await page.goto('/my-status');
  await expect(page.getByText(/not sent yet/i)).toHaveCount(0);
  const entries = must(
    await worker.client
      .from('time_entries')
      .select('clock_in, clock_out, breaks:time_entry_breaks(ended_at)')
      .eq('employee_id', worker.employeeId)
      .order('clock_in'),
  );
  expect(entries).toHaveLength(2);
  expect(entries[0]?.clock_out).toBe(entries[1]?.clock_in);
  expect(entries[0]?.breaks).toHaveLength(1);
  expect(entries[1]?.clock_out).not.toBeNull();
  const { client } = company.owner;
  await expect
    .poll(async () => must(await client.from('clock_answers').select('answer')).length, {
      timeout: 30_000,
    })
    .toBe(3);
  await expect
    .poll(async () => must(await client.from('bulletin_reads').select('acknowledged_at')), {
      timeout: 30_000,
    })
    .toEqual([{ acknowledged_at: expect.any(String) }]);

  // The list marks where the time came from, and its history has what the phone recorded.
  const today = page.getByRole('list', { name: 'Today' });
  await expect(today.getByText('Punched without a signal')).toHaveCount(2);
  await today.getByRole('link', { name: 'Elm St. Duplex' }).click();
  await page.getByText('History', { exact: true }).click();
  const evidence = page.getByRole('region', { name: 'Punched without a signal' });
  await expect(evidence.getByRole('listitem')).toHaveCount(2);
  await expect(evidence.getByText(/Phone's time .+ No\. 7 on this phone/)).toBeVisible();
});

test('what cannot be applied waits for a manager; another account sees and sends nothing', async ({
  page,
  context,
  browser,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(...NO_SIGNAL);
  const timeZone = middayZone();
  const company = await makeCompany({ timeZone });
  const worker = await company.addPerson('employee');
  const other = await company.addPerson('employee');
  await signInAs(worker);
  await openStatus(page);
  await startWithoutSignal(page, context);
  const today = localDate(timeZone);
  const period = { company_id: company.id, start_date: today, end_date: today };
  const locked = { ...period, status: 'locked', locked_at: new Date().toISOString() };
  must(await adminClient().from('pay_periods').insert(locked).select('id'));

  // Someone else takes the phone: the session changes, the punch stays with its owner.
  await page.evaluate(
    (session) => localStorage.setItem('chalkline.session', session),
    JSON.stringify(other.session),
  );
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText('Off the clock')).toBeVisible();
  await expect(page.getByText(/not sent yet/)).toHaveCount(0);
  expect(await entriesOf(other)).toHaveLength(0);

  await page.evaluate(
    (session) => localStorage.setItem('chalkline.session', session),
    JSON.stringify(worker.session),
  );
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'A punch of yours was not accepted' });
  await expect(dialog.getByText('This pay period is closed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'I understand' }).click();
  await expect(page.getByText('Your punches that were held')).toBeVisible();
  expect(await entriesOf(worker)).toHaveLength(0);

  must(await adminClient().from('pay_periods').delete().match(period).select('id'));
  const office = await browser.newPage({ baseURL: page.url() });
  await signInAs(company.owner, office);
  await office.goto('/');
  await office.getByRole('button', { name: 'Use this punch' }).click();
  await expect(office.getByText('The punch counts now')).toBeVisible();
  expect(await entriesOf(worker)).toMatchObject([{ clock_out: null }]);
  await office.close();
});

test('the crew without a signal, and a new version of the app with punches that wait', async ({
  page,
  context,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(...NO_SIGNAL);
  const company = await makeCompany({ timeZone: middayZone() });
  const people = [
    await company.addPerson('foreman', ['Luis', 'Ortega']),
    await company.addPerson('employee', ['Amir', 'Khan']),
    await company.addPerson('employee', ['Tess', 'Soto']),
  ] as const;
  const [foreman, amir] = people;
  const project_id = company.projects[0]?.id ?? '';
  must(
    await company.owner.client
      .from('project_members')
      .insert(
        people.map(({ employeeId }) => ({
          company_id: company.id,
          project_id,
          employee_id: employeeId,
        })),
      )
      .select('employee_id'),
  );
  // What the browser sends by itself is another test: here nothing may get through.
  await context.addInitScript(() => Reflect.deleteProperty(window, 'SyncManager'));
  await signInAs(foreman);
  // The service worker of an older version opens the app, which brings its own. It is put there from a
  // page without the app, whose own one could otherwise be the first.
  await page.goto('/health');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js?older');
    await navigator.serviceWorker.ready;
  });
  await page.goto('/crew');
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel(/Amir Khan/).check();
  await page.getByLabel(/Tess Soto/).check();
  await page.getByRole('button', { name: 'Start 2 people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start on other work' });
  await choose(dialog, 'Project', 'Riverside Tower');
  await dialog.getByRole('button', { name: 'Use this' }).click();
  await page.getByRole('button', { name: 'Start 2 people' }).click();
  await expect(page.getByText('2 punches not sent yet.')).toBeVisible();
  await expect(page.getByText('Riverside Tower').last()).toBeVisible();

  // The signal is back, but nothing gets through; the new version does not touch what waits.
  await page.route('**/rpc/sync_events', (route) => route.abort());
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  await expect(page.getByText('2 punches not sent yet.')).toBeVisible();
  await page.getByRole('button', { name: 'See', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  await expect(list.getByText(/Amir Khan/)).toBeVisible();
  await page.unroute('**/rpc/sync_events');
  await expect(page.getByText(/not sent yet\./)).toHaveCount(0);
  expect(await entriesOf(amir)).toMatchObject([{ clock_out: null, project_id }]);
});
