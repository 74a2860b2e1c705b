import type { Locator, Page } from '@playwright/test';
import { expect, MODULE, test } from './fixtures.ts';
import { newEmail } from './support/account.ts';
import { api, must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import type { Company, Person } from './support/company.ts';
import { failRefresh } from './support/failing.ts';
import { mailTo } from './support/mail.ts';
import { entriesOf } from './support/time.ts';

test('invites a person by mail, gives a rate and deactivates', { tag: MODULE }, async ({
  page,
  company,
  signInAs,
}) => {
  const email = `ana-${company.id}@example.com`;
  await signInAs(company.owner);
  await page.goto('/employees');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Ana');
  await dialog.getByLabel('Last name').fill('Ruiz');
  await dialog.getByRole('button', { name: 'Add and Invite' }).click();
  await expect(
    dialog.getByText('To invite someone, enter an email address or a phone'),
  ).toBeVisible();
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await dialog.getByRole('button', { name: 'Add and Invite' }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  expect((await mailTo(email)).links.length).toBeGreaterThan(0);

  await page.getByRole('link', { name: /Ana Ruiz/ }).click();
  await page.getByRole('tab', { name: 'Pay' }).click();
  const rate = page.getByLabel('Hourly rate');
  await rate.fill('1.200');
  await expect(page.getByText('1.200 can be 1.2 or 1200.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Rate' }).click();
  await expect(page.getByText('$1.20')).toBeHidden();
  await rate.fill('1,200');
  await expect(page.getByText('Stored as 1,200.00')).toBeVisible();
  await rate.fill('31,50');
  await expect(page.getByText('Stored as 31.50')).toBeVisible();
  await page.getByRole('button', { name: 'Add Rate' }).click();
  await expect(page.getByText('$31.50').first()).toBeVisible();

  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Ana Ruiz deactivated')).toBeVisible();
  const { data } = await company.owner.client
    .from('employees')
    .select('active, employee_rates(hourly_rate)')
    .eq('email', email)
    .single();
  expect(data).toMatchObject({ active: false, employee_rates: [{ hourly_rate: 31.5 }] });
});

test('a copied link lets the invited person in, once', async ({
  page,
  context,
  browser,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  must(
    await company.owner.client
      .from('employees')
      .insert({ first_name: 'Tess', last_name: 'Soto', email: newEmail('tess') })
      .select('id'),
  );
  await signInAs(company.owner);
  await page.goto('/employees');
  await page.getByRole('link', { name: /Tess Soto/ }).click();
  const refresh = await failRefresh(page, '**/rpc/employee_overview*', expectedConsoleErrors);
  await page.getByRole('button', { name: 'Show Link and Code' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByLabel('Invitation link')).toHaveValue(link);
  await page.keyboard.press('Escape');
  await expect(refresh.notice).toBeVisible();
  await refresh.tryAgain();
  await expect(refresh.notice).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Tess Soto.*Invited/ })).toBeVisible();

  const choosePassword = async (guest: Page) => {
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: 'Welcome! Set your password' })).toBeVisible();
    await guest.getByLabel('New password').fill('a password of my own');
    await guest.getByLabel('Confirm password').fill('a password of my own');
    await guest.getByRole('button', { name: 'Save password' }).click();
  };
  const phone = await browser.newContext({ baseURL: api.url });
  const guest = await phone.newPage();
  await choosePassword(guest);
  await expect(guest).toHaveURL(/\/my-status$/);
  await expect(guest.getByRole('button', { name: /Tess Soto, Employee/ })).toBeVisible();
  await phone.close();

  const other = await browser.newContext({ baseURL: api.url });
  const late = await other.newPage();
  await choosePassword(late);
  await expect(late.getByText('This invitation was already used')).toBeVisible();
  await expect(late).toHaveURL(/\/auth\/login/);
  await other.close();
});

test('someone without email joins with a phone number, and a manager helps with the password', async ({
  page,
  browser,
  company,
  signInAs,
}) => {
  const digits = `555${Math.floor(2e6 + Math.random() * 7.9e6)}`;
  await signInAs(company.owner);
  await page.goto('/employees');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Beto');
  await dialog.getByLabel('Phone').fill(digits);
  await dialog.getByRole('button', { name: 'Add and Invite' }).click();
  await expect(page.getByRole('img', { name: 'Code for Beto to scan' })).toBeVisible();
  const invitation = await page.getByLabel('Invitation link').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();

  const phone = await browser.newContext({ baseURL: api.url });
  const beto = await phone.newPage();
  const choose = async (
    link: string,
    password: string,
    { asked = false, button = 'Save password' } = {},
  ) => {
    await beto.goto('about:blank');
    await beto.goto(link);
    // Still signed in: whose link it is, nobody knows before it is used.
    if (asked) await beto.getByRole('button', { name: 'Continue with the link' }).click();
    await beto.getByLabel('New password').fill(password);
    await beto.getByLabel('Confirm password').fill(password);
    await beto.getByRole('button', { name: button }).click();
  };
  await choose(invitation, 'a password of my own');
  await expect(beto.getByRole('button', { name: /Beto, Employee/ })).toBeVisible();

  await page.reload();
  await page.getByRole('link', { name: /Beto/ }).click();
  await page.getByRole('button', { name: 'Help Reset Password' }).click();
  const recovery = await page.getByLabel('Link to a new password').inputValue();
  await choose(recovery, 'another one of my own', { asked: true, button: 'Update Password' });
  await expect(beto).toHaveURL(/\/auth\/login/);
  await beto.getByLabel('Email or phone').fill(digits);
  await beto.getByLabel('Password', { exact: true }).fill('another one of my own');
  await beto.getByRole('button', { name: 'Sign In' }).click();
  await expect(beto.getByText('A link to a new password was made for you')).toBeVisible();
  await phone.close();
});

/** Thirty-seven kinds of wrong rows, each with a piece of its own result. */
const BAD_ROWS: readonly [row: string, result: string][] = [
  [',Nobody', 'The first name is missing.'],
  ['12345', 'The first name has no letters.'],
  ['A,555-0101', 'The last name has no letters.'],
  [`${'x'.repeat(101)}`, 'The first name is longer'],
  [`A,${'x'.repeat(101)}`, 'The last name is longer'],
  ['ana@example.com', 'There is an email address in a name.'],
  ['First name,Last name', 'These are headings, not a person.'],
  ['Jos\uFFFD', 'Some letters cannot be read.'],
  ['"A\nB"', 'A cell contains a line break'],
  ['=1+1', 'A cell starts with ='],
  ['A,,a@example.com;b@example.com', 'There is more than one email address.'],
  ['A,,ana.example.com', 'The email address has no @.'],
  ['A,,ana ruiz@example.com', 'There is a space in the email address.'],
  ['A,,<ana@example.com>', 'This is not an email address.'],
  ['A,,ana@example', 'An email address needs a name'],
  [`A,,${'x'.repeat(250)}@example.com`, 'The email address is longer'],
  ['A,,PERSON-1@example.com', 'This address is already in an earlier row.'],
  ['A,,,call Ana', 'The phone number has letters'],
  ['A,,,555-12', 'The phone number has fewer'],
  ['A,,,1234567890123456', 'The phone number has more than 15'],
  ['A,,,,thirty', 'The rate must be a number'],
  ['A,,,,-5', 'The rate is negative.'],
  ['A,,,,"28,500"', 'Is this comma a decimal point?'],
  ['A,,,,1.23456', 'The rate has more than 4 decimals.'],
  ['A,,,,52000', 'The rate is over 9,999.99'],
  ['A,,,,28,2/30/2026', 'The date must be a real date'],
  ['A,,,,28,3/9/26', 'Write the year with four digits.'],
  ['A,,,,28,1902-03-09', 'The date is before 1970.'],
  ['A,,,,28,2200-01-01', 'The date is more than a year away.'],
  ['A,,,,,3/9/2026', 'There is a date for the rate, but no rate.'],
  ['A,,,,,,boss', 'The role must be'],
  ['A,,,,,,,1.01E+05', 'A spreadsheet shortened'],
  ['A,,,,,,,,,de', 'The language must be'],
  ['A,,,,,,,,,,one too many', 'This row has more cells'],
  ['A;B;;;;;;;;', 'This row uses a different separator'],
  ['"A"nna', 'There is text after the closing'],
  ['"Ana, never closed', 'A quotation mark opens'],
];

/** Number and words of the wrong rows, which come first; long lists are drawn in part. */
async function resultsIn(table: Locator): Promise<[row: number, words: string][]> {
  const found = new Map<number, string>();
  while (found.size < BAD_ROWS.length) {
    const rows = await table
      .locator('tbody tr:not([aria-hidden])')
      .evaluateAll((lines) =>
        lines.map((line) => [...line.children].map((cell) => cell.textContent ?? '')),
      );
    const known = found.size;
    for (const cells of rows) found.set(Number(cells[0]), cells.at(-1) ?? '');
    if (found.size === known) throw new Error(`${known} rows are all there is`);
    // In one step within the page: while one waits for a row to stand still, it is drawn anew.
    await table
      .locator('tbody tr:not([aria-hidden])')
      .last()
      .evaluate((row) => row.scrollIntoView());
    await table.page().waitForFunction(() => new Promise(requestAnimationFrame));
  }
  return [...found];
}

test('says what is wrong with each kind of bad row among a thousand, and adds nobody', async ({
  page,
  company,
  signInAs,
}) => {
  const heading =
    'First name,Last name,Email,Phone,Rate,Rate from,Role,Employee number,Job title,Language';
  const good = Array.from(
    { length: 1_000 - BAD_ROWS.length },
    (_, index) => `Person ${index},Reed,person-${index}@example.com,,28.50`,
  );
  await signInAs(company.owner);
  await page.goto('/employees');
  await page.getByRole('button', { name: 'Import' }).click();
  const paste = page.getByLabel('Paste rows from a spreadsheet');
  await paste.fill([heading, ...good, ...BAD_ROWS.map(([row]) => row)].join('\n'));
  await page.getByRole('button', { name: 'Check 1,000 rows' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${BAD_ROWS.length} of 1,000 rows are wrong.`);
  const told = await resultsIn(dialog.getByRole('table', { name: 'Result for each row' }));
  const firstBad = 1_001 - BAD_ROWS.length;
  expect(told.slice(0, BAD_ROWS.length)).toEqual(
    BAD_ROWS.map(([, words], index) => [firstBad + index, expect.stringContaining(words)]),
  );
  await expect(page.getByRole('button', { name: 'Import the 963 good rows' })).toBeEnabled();
  const { count } = await company.owner.client
    .from('employees')
    .select('id', { count: 'exact', head: true });
  expect(count).toBe(1);
});

test('adds five hundred people at once, and takes them all back', async ({
  page,
  company,
  signInAs,
}) => {
  const rows = Array.from({ length: 500 }, (_, index) => `Person ${index}\tReed ${index}\t28.50`);
  await signInAs(company.owner);
  await page.goto('/employees');
  await page.getByRole('button', { name: 'Import' }).click();
  await page
    .getByLabel('Paste rows from a spreadsheet')
    .fill(['First name\tLast name\tRate', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Check 500 rows' }).click();
  await page.getByRole('button', { name: 'Import 500 rows' }).click();
  await expect(page.getByText('500 employees imported')).toBeVisible();
  const people = async () =>
    (await company.owner.client.from('employees').select('id', { count: 'exact', head: true }))
      .count;
  expect(await people()).toBe(501);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Import undone')).toBeVisible();
  expect(await people()).toBe(1);
});

/** A crew of these people, with a published shift that goes on now. */
async function planCrew(company: Company, foreman: Person, people: readonly Person[]) {
  const owner = company.owner.client;
  const crew = { company_id: company.id, name: 'Concrete', foreman_id: foreman.employeeId };
  const [made] = must(await owner.from('crews').insert(crew).select('id'));
  const rows = people.map(({ employeeId }) => ({
    company_id: company.id,
    employee_id: employeeId,
  }));
  must(
    await owner
      .from('crew_members')
      .insert(rows.map((row) => ({ ...row, crew_id: made?.id ?? '', from_date: '2026-01-01' })))
      .select('id'),
  );
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const shift = { project_id: company.projects[0]?.id ?? null, starts_at: at(-1), ends_at: at(3) };
  const shifts = rows.map((row) => ({ ...row, ...shift }));
  must(await owner.from('shifts').insert(shifts).select('id'));
  const days = { start_date_param: at(-48).slice(0, 10), end_date_param: at(48).slice(0, 10) };
  must(await owner.rpc('publish_shifts', days));
}

test('a foreman clocks the crew in, moves it and clocks it out, and sees no rates', async ({
  page,
  company,
  signInAs,
}) => {
  const foreman = await company.addPerson('foreman', ['Luis', 'Ortega']);
  const worker = await company.addPerson('employee', ['Amir', 'Khan']);
  const second = await company.addPerson('employee', ['Tess', 'Soto']);
  const [project, other] = company.projects;
  await company.owner.client.from('project_members').insert(
    [foreman, worker, second].map(({ employeeId }) => ({
      company_id: company.id,
      project_id: project?.id ?? '',
      employee_id: employeeId,
    })),
  );
  await planCrew(company, foreman, [worker, second]);
  await signInAs(foreman);
  await page.goto('/employees');
  await expect(page.getByText('The people you work with')).toBeVisible();
  await expect(page.getByText('Hourly rate')).toHaveCount(0);
  // Two presses for the usual morning: the plan of today is ticked and chosen.
  await page.getByRole('link', { name: 'Crew Clock' }).click();
  await page.getByRole('button', { name: 'Start 2 on today’s plan' }).click();
  await expect(page.getByText('2 people clocked in')).toBeVisible();
  const amir = page.getByLabel(/Amir Khan/);
  await expect(amir).not.toBeChecked();
  await expectOpenedAccessible(page, 'main');

  await page.getByLabel(/Select all on the clock/).check();
  // She stops her own clock meanwhile: the foreman's switch must not start it again.
  await page.route('**/rpc/crew_switch', async (route) => {
    const [hers] = await entriesOf(second);
    must(await second.client.rpc('clock_out', { entry_id_param: hers?.id ?? '' }));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Switch 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: new RegExp(other?.name ?? '') }).click();
  await dialog.getByRole('button', { name: 'Switch 2' }).click();
  await expect(page.getByText('1 person switched')).toBeVisible();
  await expect(page.getByText('1 person was not on the clock')).toBeVisible();
  await expect(page.getByText(other?.name ?? '').first()).toBeVisible();
  await expect(amir).not.toBeChecked();

  await amir.check();
  await page.getByRole('button', { name: 'Stop 1' }).click();
  await expect(page.getByText('1 person clocked out')).toBeVisible();
  const entries = await entriesOf(worker);
  expect(entries.map(({ project_id }) => project_id)).toEqual([other?.id, project?.id]);
  expect(entries[0]?.clock_in).toBe(entries[1]?.clock_out);
  expect(entries[0]?.clock_out).not.toBeNull();
  expect(await entriesOf(second)).toHaveLength(1);
  const { data } = await worker.client.from('time_entries').select('created_by');
  expect(new Set(data?.map(({ created_by }) => created_by))).toEqual(
    new Set([foreman.session.user.id]),
  );
});
