import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import { middayZone } from '../testing/midday-zone.ts';
import { expect, test } from './fixtures.ts';
import { makeAccount } from './support/account.ts';
import { must } from './support/api.ts';
import { makeCompany } from './support/company.ts';
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
  await expect(page.locator('h1')).toHaveText('Time Tracker', { timeout: 30_000 });
}

async function fillEntry(page: Page, values: { date?: string; start: string; end?: string }) {
  if (values.date) await dialog(page).getByLabel('Date', { exact: true }).fill(values.date);
  await dialog(page).getByLabel('Start Time').fill(values.start);
  if (values.end !== undefined) await dialog(page).getByLabel('End Time').fill(values.end);
}

async function openNewEntry(page: Page): Promise<void> {
  await openTracker(page, '?dialog=new-entry');
  await choose(dialog(page), 'Project', 'Riverside Tower');
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

  test('asks for a project first', async ({ page, company, signInAs }) => {
    await signInAs(company.owner);
    await openTracker(page);
    await timer(page).getByRole('button', { name: 'Start', exact: true }).click();
    await expect(toast(page, 'Project required')).toContainText(
      'Please select a project before starting the timer.',
    );
    expect(await entriesOf(company.owner)).toHaveLength(0);
  });

  test('counts by the server when the device is an hour wrong', async ({
    page,
    company,
    signInAs,
  }) => {
    await addEntry(company, company.owner, {
      from: new Date(Date.now() - 65_000).toISOString(),
      to: null,
    });
    await page.clock.install({ time: Date.now() + 3_600_000 });
    await signInAs(company.owner);
    await openTracker(page);
    await page.clock.runFor(2000);
    await expect(clock(page)).toHaveText(/^00:01:\d\d$/);
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
    await expect(toast(page, 'Saved on this phone')).toBeVisible();
    await expect(page.getByText(/not sent yet/)).toHaveCount(0, { timeout: 20_000 });
    await expect
      .poll(() => entriesOf(company.owner))
      .toMatchObject([{ notes: 'Forms', clock_out: null }]);

    await page.route('**/rest/v1/rpc/clock_out', lost);
    await timer(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(clock(page)).toHaveText('00:00:00');
    await expect(page.getByText(/not sent yet/)).toHaveCount(0, { timeout: 20_000 });
    await expect.poll(() => entriesOf(company.owner)).toMatchObject([{ status: 'completed' }]);
  });

  test('tells those without an employee record whom to ask', async ({ page, signInAs }) => {
    await signInAs(await makeAccount());
    await openTracker(page);
    await expect(
      page.getByText('Could not fetch your employee data. Please contact your administrator.'),
    ).toBeVisible();
  });

  test('asks to sign in once the session is gone', async ({ page, company, signInAs }) => {
    await signInAs(company.owner);
    await openTracker(page);
    await choose(timer(page), 'Project', 'Riverside Tower');
    await page.evaluate(() => localStorage.removeItem('chalkline.session'));
    await timer(page).getByRole('button', { name: 'Start', exact: true }).click();
    await expect(toast(page, 'Authentication required')).toContainText(
      'Please sign in to use the timer.',
    );
  });

  test('asks strangers to sign in', async ({ page }) => {
    await page.goto('/time-tracker');
    await expect(page).toHaveURL(/\/auth\/login$/);
    await expect(toast(page, 'Authentication required')).toContainText(
      'Please sign in to use the time tracker.',
    );
  });
});

test.describe('the list', () => {
  test('has an empty state for each tab', async ({ page, company, signInAs }) => {
    const worker = await company.addPerson('employee');
    await signInAs(worker);
    await openTracker(page);
    await expect(page.getByText('No time entries for today')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Custom Range' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Export Payroll' })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Yesterday' }).click();
    await expect(page.getByText('No time entries for yesterday')).toBeVisible();
    await expect(page).toHaveURL(/period=yesterday/);
    await page.getByRole('tab', { name: 'This Week' }).click();
    await expect(page.getByText('No time entries for this period')).toBeVisible();
    await page.getByRole('button', { name: 'Add Time Entry' }).click();
    await expect(dialog(page)).toHaveAccessibleName('Add Time Entry');
  });

  test('shows the columns, the total and what may not be deleted', async ({ page, signInAs }) => {
    const company = await makeCompany({ timeZone: middayZone() });
    const worker = await company.addPerson('employee');
    const now = Date.now();
    await addEntry(company, worker, {
      from: new Date(now - 30 * 60_000).toISOString(),
      to: null,
      projectId: null,
      notes: 'Cleanup',
    });
    await signInAs(worker);
    await openTracker(page, '?period=week');
    const row = table(page).getByRole('row').filter({ hasText: 'Cleanup' });
    await expect(row).toContainText('Unknown Project');
    await expect(row).toContainText('Active');
    await expect(row).toContainText(/0:3[01]/);
    const remove = row.getByRole('button', { name: /^Delete the entry/ });
    await expect(remove).toBeDisabled();
    await remove.hover();
    await expect(page.getByRole('tooltip')).toContainText('Stop the timer before deleting');
    await expect(table(page).getByRole('row').filter({ hasText: 'Total' })).toContainText(
      /0:3[01]/,
    );
  });

  for (const [timeZone, shown] of [
    [NEW_YORK, ['7:00 AM', '3:30 PM']],
    ['Europe/Berlin', ['1:00 PM', '9:30 PM']],
    ['Asia/Kolkata', ['5:30 PM', '2:00 AM']],
  ] as const) {
    test(`writes times in the company's zone: ${timeZone}`, async ({ page, signInAs }) => {
      const company = await makeCompany({ timeZone });
      await addEntry(company, company.owner, {
        from: '2026-11-09T12:00:00Z',
        to: '2026-11-09T20:30:00Z',
        breaks: [{ from: '2026-11-09T16:00:00Z', to: '2026-11-09T16:30:00Z' }],
      });
      await signInAs(company.owner);
      await openTracker(page, '?period=custom&from=2026-11-09&to=2026-11-09');
      const row = table(page).getByRole('row').nth(1);
      await expect(row).toContainText(shown[0]);
      await expect(row).toContainText(shown[1]);
      await expect(row).toContainText('8:00');
    });
  }

  test('lets managers filter, group and share the address', async ({ page, company, signInAs }) => {
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
  });

  test('pages through a long range and scrolls', async ({ page, company, signInAs }) => {
    test.setTimeout(120_000);
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
      .poll(
        async () => {
          await page.mouse.wheel(0, 4000);
          return shown('Entry 0').isVisible();
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    await expect(table(page).getByRole('row').last()).toContainText('225:00');
  });
});

test.describe('entries by hand', () => {
  test('are added, changed and deleted, and come back with Undo', async ({
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
    await expect(dialog(page).getByText('Worked: 8:30')).toBeVisible();
    await choose(dialog(page), 'Project', 'Riverside Tower');
    await dialog(page).getByLabel('Description').fill('Wall forms');
    await dialog(page).getByRole('button', { name: 'Add break' }).click();
    await dialog(page).getByLabel('Break 1 start').fill('12');
    await dialog(page).getByLabel('Break 1 end').fill('1230p');
    await expect(dialog(page).getByText('Worked: 8:00')).toBeVisible();
    await save(page);
    await expect(toast(page, 'Entry created')).toBeVisible();
    const row = table(page).getByRole('row').filter({ hasText: 'Wall forms' });
    for (const words of ['Riverside Tower', '7:00 AM', '3:30 PM', '8:00']) {
      await expect(row).toContainText(words);
    }

    await row.getByRole('button', { name: /^Edit/ }).click();
    await expect(dialog(page)).toHaveAccessibleName('Edit Time Entry');
    await expect(dialog(page).getByLabel('Start Time')).toHaveValue('7:00 AM');
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

  test('an end before the start is the next day, and says so', async ({
    page,
    company,
    signInAs,
  }) => {
    await signInAs(company.owner);
    await openNewEntry(page);
    await fillEntry(page, { date: '2026-11-10', start: '10p', end: '6:00 AM' });
    await expect(dialog(page).getByText(/Ends on the next day, Wed, Nov 11/)).toBeVisible();
    await save(page);
    await expect(toast(page, 'Entry created')).toBeVisible();
    const [entry] = await entriesOf(company.owner);
    expect(entry).toMatchObject({
      clock_in: '2026-11-11T03:00:00+00:00',
      clock_out: '2026-11-11T11:00:00+00:00',
    });
  });

  test('asks which 1:30 AM when clocks went back', async ({ page, company, signInAs }) => {
    await signInAs(company.owner);
    await openNewEntry(page);
    await fillEntry(page, { date: '2026-11-01', start: '1:30 AM', end: '9:00 AM' });
    await save(page);
    await expect(dialog(page).getByText('Choose which one you mean.')).toBeVisible();
    await dialog(page).getByRole('radio', { name: 'Second, EST' }).click();
    await expect(dialog(page).getByText('Worked: 7:30')).toBeVisible();
    await save(page);
    await expect(toast(page, 'Entry created')).toBeVisible();
    const [entry] = await entriesOf(company.owner);
    expect(entry?.clock_in).toBe('2026-11-01T06:30:00+00:00');
  });

  test('refuses 2:30 AM on the day it does not exist', async ({ page, company, signInAs }) => {
    await signInAs(company.owner);
    await openNewEntry(page);
    await fillEntry(page, { date: '2026-03-08', start: '2:30 AM', end: '9:00 AM' });
    await expect(dialog(page).getByText(/This time did not exist that night/)).toBeVisible();
    await save(page);
    expect(await entriesOf(company.owner)).toHaveLength(0);
    await dialog(page).getByLabel('Start Time').fill('11p');
    await dialog(page).getByLabel('Date', { exact: true }).fill('2026-03-07');
    await dialog(page).getByLabel('End Time').fill('7:30 AM');
    // Thirty minutes of lunch later it would be the 7:00 of vector OT-D1.
    await expect(dialog(page).getByText('Worked: 7:30')).toBeVisible();
  });

  test('shows the entry in the way and leads to it', async ({ page, company, signInAs }) => {
    await addEntry(company, company.owner, {
      from: '2026-11-10T12:00:00Z',
      to: '2026-11-10T16:00:00Z',
      notes: 'The other one',
    });
    await signInAs(company.owner);
    await openNewEntry(page);
    await fillEntry(page, { date: '2026-11-10', start: '8a', end: '9a' });
    await dialog(page).getByLabel('Description').fill('Mine');
    await save(page);
    const notice = dialog(page).getByRole('alert').filter({ hasText: 'overlaps another entry' });
    await expect(notice).toContainText('Nov 10, 7:00 AM – Nov 10, 11:00 AM, Riverside Tower');
    await expect(dialog(page).getByLabel('Description')).toHaveValue('Mine');
    await notice.getByRole('button', { name: 'Open that entry' }).click();
    await expect(dialog(page)).toHaveAccessibleName('Edit Time Entry');
    await expect(dialog(page).getByLabel('Description')).toHaveValue('The other one');
  });

  test('explains refusals beside the field and keeps what was typed', async ({
    page,
    company,
    signInAs,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/Failed to load resource/, /AppError|Failed to fetch/);
    await signInAs(company.owner);
    await openNewEntry(page);
    await fillEntry(page, { date: localDate(NEW_YORK, 2), start: '7a', end: '8a' });
    await save(page);
    await expect(
      dialog(page).getByText("You can't enter time in the future.").first(),
    ).toBeVisible();
    await fillEntry(page, { date: '2026-11-10', start: 'soon', end: '8a' });
    await save(page);
    await expect(dialog(page).getByText(/This is not a time/)).toBeVisible();

    await page.route('**/rest/v1/rpc/save_time_entry', lost);
    await fillEntry(page, { start: '7a' });
    await save(page);
    await expect(toast(page, 'Could not create the time entry. Please try again.')).toBeVisible();
    await expect(dialog(page).getByLabel('Start Time')).toHaveValue('7:00 AM');
    await page.unroute('**/rest/v1/rpc/save_time_entry');
    await save(page);
    await expect(toast(page, 'Entry created')).toBeVisible();
    expect(await entriesOf(company.owner)).toHaveLength(1);
  });

  test('says so when a change or a deletion fails', async ({
    page,
    company,
    signInAs,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/Failed to load resource/, /AppError|Failed to fetch/);
    await addEntry(company, company.owner, {
      from: '2026-11-10T12:00:00Z',
      to: '2026-11-10T16:00:00Z',
    });
    await signInAs(company.owner);
    await openTracker(page, '?period=custom&from=2026-11-10&to=2026-11-10');
    await page.route('**/rest/v1/rpc/{save,delete}_time_entry', lost);
    await table(page).getByRole('button', { name: /^Edit/ }).click();
    await dialog(page).getByLabel('End Time').fill('12p');
    await save(page);
    await expect(toast(page, 'Could not update the time entry. Please try again.')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await table(page)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Could not delete the time entry. Please try again.')).toBeVisible();
  });

  test('of others need a reason and leave a history', async ({ page, company, signInAs }) => {
    const worker = await company.addPerson('employee', ['Tess', 'Soto']);
    await addEntry(company, worker, { from: '2026-11-10T12:00:00Z', to: '2026-11-10T16:00:00Z' });
    await signInAs(company.owner);
    await openTracker(page, '?period=custom&from=2026-11-10&to=2026-11-10');
    await table(page).getByRole('button', { name: /^Edit/ }).click();
    await dialog(page).getByLabel('End Time').fill('12p');
    await save(page);
    await expect(
      dialog(page).getByText("Say why you're changing someone else's time."),
    ).toBeVisible();
    await dialog(page).getByLabel('Reason for the change').fill('Forgot to clock out');
    await save(page);
    await expect(toast(page, 'Entry updated')).toBeVisible();
    await table(page).getByRole('button', { name: /^Edit/ }).click();
    await dialog(page).getByText('History', { exact: true }).click();
    const change = dialog(page).getByRole('listitem').filter({ hasText: 'changed' });
    await expect(change).toContainText('Maria Reyes changed');
    await expect(change).toContainText('Nov 10, 11:00 AM → Nov 10, 12:00 PM');
    await expect(change).toContainText('Reason: Forgot to clock out');
  });

  test('cannot be changed once approved, and say so', async ({ page, company, signInAs }) => {
    const worker = await company.addPerson('employee', ['Tess', 'Soto']);
    await addEntry(company, worker, { from: '2026-11-10T12:00:00Z', to: '2026-11-10T16:00:00Z' });
    must(
      await company.owner.client.rpc('approve_time', {
        employee_id_param: worker.employeeId,
        start_date_param: '2026-11-10',
        end_date_param: '2026-11-10',
      }),
    );
    await signInAs(company.owner);
    await openTracker(page, '?period=custom&from=2026-11-10&to=2026-11-10');
    await expect(table(page).getByRole('button', { name: /^Delete/ })).toBeDisabled();
    await table(page).getByRole('button', { name: /^View/ }).click();
    await expect(
      dialog(page).getByText('This time has been approved and cannot be changed.'),
    ).toBeVisible();
    await expect(dialog(page)).toHaveAccessibleName('Time Entry');
    await expect(dialog(page).getByRole('button', { name: 'Save' })).toHaveCount(0);
  });

  test('can be written with the keyboard alone', async ({ page, company, signInAs }) => {
    await signInAs(company.owner);
    await openTracker(page);
    await page.getByRole('button', { name: 'Add Manual Entry' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('combobox', { name: 'Project' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('riverside');
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('Start Time').focus();
    await page.keyboard.type('12:05 AM');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12:10 AM');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Entry created')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  });
});

test('prints a clean sheet with every row', async ({ page, company, signInAs }) => {
  await addEntry(company, company.owner, {
    from: '2026-11-10T12:00:00Z',
    to: '2026-11-10T16:00:00Z',
    notes: 'Paper',
  });
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signInAs(company.owner);
  await openTracker(page, '?period=custom&from=2026-11-10&to=2026-11-10');
  await page.getByRole('button', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('[data-print="sheet"]');
  await expect(sheet).toBeVisible();
  for (const words of ['Reyes Concrete', 'Paper', '7:00 AM', '4:00', 'Signature']) {
    await expect(sheet).toContainText(words);
  }
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
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

for (const theme of ['light', 'dark'] as const) {
  test(`has no accessibility violations, ${theme}`, async ({ page, company, signInAs }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await addEntry(company, company.owner, {
      from: '2026-11-10T12:00:00Z',
      to: '2026-11-10T16:00:00Z',
    });
    await addEntry(company, company.owner, {
      from: new Date(Date.now() - 60_000).toISOString(),
      to: null,
    });
    await signInAs(company.owner);
    await openTracker(page, `?period=custom&from=2026-11-09&to=${localDate(NEW_YORK)}&group=day`);
    await expect(table(page).getByText('Active')).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await table(page).getByRole('button', { name: /^Edit/ }).first().click();
    await expect(dialog(page).getByLabel('Start Time')).toBeVisible();
    await dialog(page).getByText('History', { exact: true }).click();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
}
