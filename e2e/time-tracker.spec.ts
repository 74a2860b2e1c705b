import type { Page, Route } from '@playwright/test';
import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { addEntry, choose, entriesOf, localDate, toast } from './support/time.ts';

const NEW_YORK = 'America/New_York';

const timer = (page: Page) => page.getByRole('region', { name: 'Timer' });
const clock = (page: Page) => timer(page).getByTestId('live-clock');
const table = (page: Page) => page.getByRole('table', { name: 'Time Entries' });
const dialog = (page: Page) => page.getByRole('dialog');
const lost = (route: Route) => route.abort();

async function openTracker(page: Page, query = ''): Promise<void> {
  await page.goto(`/time-tracker${query}`);
  // By tag: behind an open dialog the heading is hidden from the accessibility tree.
  await expect(page.locator('h1')).toHaveText('Time Tracker');
}

async function fillEntry(page: Page, values: { date?: string; start: string; end?: string }) {
  if (values.date) await dialog(page).getByLabel('Date', { exact: true }).fill(values.date);
  await dialog(page).getByLabel('Start Time').fill(values.start);
  if (values.end !== undefined) await dialog(page).getByLabel('End Time').fill(values.end);
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click();

test.describe('the timer', () => {
  test('starts, survives a reload and stops', async ({ page, company, signInAs }) => {
    const worker = await company.addPerson('employee');
    await signInAs(worker);
    await openTracker(page);
    await expect(clock(page)).toHaveText('00:00:00');
    await choose(timer(page), 'Project', 'Riverside Tower');
    await choose(timer(page), 'Cost code', /03 30 00/);
    await timer(page).getByLabel('What are you working on?').fill('Level 4 pour');
    await timer(page).getByRole('button', { name: 'Start', exact: true }).click();
    await expect(toast(page, 'Timer started')).toBeVisible();
    await expect(clock(page)).toHaveText(/00:00:0[2-9]/);

    const [running] = await entriesOf(worker);
    expect(running).toMatchObject({
      status: 'active',
      clock_out: null,
      notes: 'Level 4 pour',
      project_id: company.projects[0]?.id,
      cost_code_id: company.costCodes[1]?.id,
    });

    await page.reload();
    await expect(timer(page).getByRole('combobox', { name: 'Project' })).toContainText('Riverside');
    await expect(timer(page).getByLabel('What are you working on?')).toHaveValue('Level 4 pour');
    await expect(clock(page)).not.toHaveText('00:00:00');
    await expect(table(page).getByText('Active')).toBeVisible();

    await timer(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(toast(page, 'Timer stopped')).toBeVisible();
    await expect(clock(page)).toHaveText('00:00:00');
    await expect(timer(page).getByLabel('What are you working on?')).toHaveValue('');
    await expect(timer(page).getByRole('combobox', { name: 'Project' })).toHaveText(
      'Select project',
    );
    const [stopped] = await entriesOf(worker);
    expect(stopped).toMatchObject({ id: running?.id, status: 'completed' });
  });

  test('keeps a start and a stop that did not arrive, and sends them', async ({
    page,
    company,
    signInAs,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/Failed to load resource/, /AppError|Failed to fetch/);
    await signInAs(company.owner);
    await openTracker(page);
    await page.route('**/rest/v1/rpc/clock_in', lost);
    await choose(timer(page), 'Project', 'Riverside Tower');
    await timer(page).getByLabel('What are you working on?').fill('Forms');
    await timer(page).getByRole('button', { name: 'Start', exact: true }).click();
    await expect(toast(page, 'Saved on this device')).toBeVisible();
    await expect(page.getByText(/not sent yet/)).toHaveCount(0);
    await expect
      .poll(() => entriesOf(company.owner))
      .toMatchObject([{ notes: 'Forms', clock_out: null }]);

    await page.route('**/rest/v1/rpc/clock_out', lost);
    await timer(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(clock(page)).toHaveText('00:00:00');
    await expect(page.getByText(/not sent yet/)).toHaveCount(0);
    await expect.poll(() => entriesOf(company.owner)).toMatchObject([{ status: 'completed' }]);
  });
});

test.describe('the list', () => {
  test('lets managers filter, group, share the address and print', async ({
    page,
    company,
    signInAs,
  }) => {
    const [amir, jo] = [
      await company.addPerson('employee', ['Amir', 'Khan']),
      await company.addPerson('employee', ['Jo', 'Park']),
    ];
    const second = company.projects[1]?.id ?? '';
    await addEntry(company, amir, { from: '2026-11-10T12:00:00Z', to: '2026-11-10T16:00:00Z' });
    await addEntry(company, amir, {
      from: '2026-11-11T12:00:00Z',
      to: '2026-11-11T14:30:00Z',
      projectId: second,
    });
    await addEntry(company, jo, { from: '2026-11-10T12:00:00Z', to: '2026-11-10T13:15:00Z' });
    await page.addInitScript(() => {
      window.print = () => window.dispatchEvent(new Event('beforeprint'));
    });
    await signInAs(company.owner);
    await openTracker(page, '?period=custom&from=2026-11-09&to=2026-11-13');
    await expect(table(page).getByRole('columnheader', { name: 'Employee' })).toBeVisible();
    await expect(table(page).getByRole('row').last()).toContainText('7:45');

    await page.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'By employee' }).click();
    await expect(
      table(page).getByRole('row').filter({ hasText: 'Amir Khan2 entries' }),
    ).toContainText('6:30');
    await expect(table(page).getByRole('row').filter({ hasText: 'Jo Park1 entry' })).toContainText(
      '1:15',
    );

    await choose(page, 'Employee', 'Amir Khan');
    await expect(table(page).getByRole('row').last()).toContainText('6:30');
    await expect(page).toHaveURL(new RegExp(`employee=${amir.employeeId}`));
    await page.reload();
    await expect(table(page).getByRole('row').last()).toContainText('6:30');
    await expect(table(page).getByText('Jo Park')).toHaveCount(0);

    // The printed sheet has every row and nothing of the screen around it.
    await page.getByRole('button', { name: 'Print' }).click();
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('[data-print="sheet"]');
    await expect(sheet).toBeVisible();
    for (const words of ['Reyes Concrete', 'Amir Khan', '7:00 AM', '4:00', '2:30', 'Signature']) {
      await expect(sheet).toContainText(words);
    }
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  });

  test('pages through a long range and scrolls', async ({ page, company, signInAs }) => {
    const count = 450;
    const start = Date.parse('2026-10-01T00:00:00Z');
    const rows = Array.from({ length: count }, (_, index) => ({
      company_id: company.id,
      employee_id: company.owner.employeeId,
      project_id: company.projects[0]?.id ?? null,
      clock_in: new Date(start + index * 3_600_000).toISOString(),
      clock_out: new Date(start + index * 3_600_000 + 1_800_000).toISOString(),
      notes: `Entry ${index}`,
    }));
    must(await company.owner.client.from('time_entries').insert(rows));
    await signInAs(company.owner);
    await openTracker(page, '?period=custom&from=2026-09-29&to=2026-10-31');
    const shown = (words: string) =>
      table(page).getByText(words, { exact: true }).filter({ visible: true });
    await expect(page.getByText(`${count} entries`)).toBeVisible();
    await expect(shown('Entry 449')).toBeVisible();
    // Only what is near the window is in the page.
    expect(await table(page).getByRole('row').count()).toBeLessThan(120);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000);
        return shown('Entry 0').isVisible();
      })
      .toBe(true);
    await expect(table(page).getByRole('row').last()).toContainText('225:00');
  });
});

test.describe('entries by hand', () => {
  test('are added, changed and deleted, and come back with Undo', { tag: MODULE }, async ({
    page,
    company,
    signInAs,
  }) => {
    const worker = await company.addPerson('employee');
    await signInAs(worker);
    await openTracker(page, '?period=yesterday');
    await page.getByRole('button', { name: 'Add Manual Entry' }).click();
    await expect(dialog(page).getByLabel('Start Time')).toHaveAttribute('placeholder', '9:30 AM');
    await expect(dialog(page).getByLabel('End Time')).toHaveAttribute('placeholder', '12:30 PM');
    await fillEntry(page, { date: localDate(NEW_YORK, -1), start: '7', end: '330' });
    await expect(dialog(page).getByText('Worked: 8 h 30 min')).toBeVisible();
    await choose(dialog(page), 'Project', 'Riverside Tower');
    await dialog(page).getByLabel('Description').fill('Wall forms');
    await dialog(page).getByRole('button', { name: 'Add break' }).click();
    await dialog(page).getByLabel('Break 1 start').fill('12');
    await dialog(page).getByLabel('Break 1 end').fill('1230p');
    await expect(dialog(page).getByText('Worked: 8 h')).toBeVisible();
    await save(page);
    await expect(toast(page, 'Entry created')).toBeVisible();
    const row = table(page).getByRole('row').filter({ hasText: 'Wall forms' });
    for (const words of ['Riverside Tower', '7:00 AM', '3:30 PM', '8:00']) {
      await expect(row).toContainText(words);
    }

    await row.getByRole('button', { name: /^Edit/ }).click();
    await expect(dialog(page)).toHaveAccessibleName('Edit Time Entry');
    await expect(dialog(page).getByLabel('Start Time')).toHaveValue('7:00 AM');
    await dialog(page).getByText('History', { exact: true }).click();
    await expectOpenedAccessible(page, '[role="dialog"]');
    await dialog(page).getByLabel('End Time').fill('4p');
    await save(page);
    await expect(toast(page, 'Entry updated')).toBeVisible();
    await expect(row).toContainText('8:30');

    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Entry deleted')).toBeVisible();
    await expect(page.getByText('No time entries for yesterday')).toBeVisible();
    expect(await entriesOf(worker)).toHaveLength(0);
    await toast(page, 'Entry deleted').getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('8:30');
  });
});

test('works on a phone, in cards', async ({ browser, company }) => {
  const worker = await company.addPerson('employee');
  await addEntry(company, worker, {
    from: new Date(Date.now() - 26 * 3_600_000).toISOString(),
    to: new Date(Date.now() - 24 * 3_600_000).toISOString(),
  });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.addInitScript(
    (session) => localStorage.setItem('chalkline.session', session),
    JSON.stringify(worker.session),
  );
  await page.goto(`${process.env['E2E_URL']}/time-tracker?period=week`);
  await expect(table(page)).toHaveCount(0);
  await choose(timer(page), 'Project', 'Elm St. Duplex');
  await timer(page).getByRole('button', { name: 'Start', exact: true }).tap();
  await expect(toast(page, 'Timer started')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Time Entries' })).toContainText('Elm St. Duplex');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await context.close();
});
