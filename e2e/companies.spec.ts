import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { type Company, makeCompany, type Person } from './support/company.ts';
import { downloaded, parseCsv } from './support/files.ts';
import { listening } from './support/live.ts';
import { addEntry, choose, entriesOf, lastWeek } from './support/time.ts';

const LAST_WEEK = lastWeek('America/New_York');
const REFUSED = /ERR_FAILED|Failed to fetch|WebSocket|Could not load/;
const CALLS = /\/rest\/v1\/rpc\/(clock_in|clock_out|sync_events)\b/;

/** Somebody of the first company works in the second one, too. */
async function alsoIn(second: Company, person: Person): Promise<void> {
  must(
    await second.owner.client.rpc('invite_employee', {
      email_param: person.email,
      first_name_param: person.firstName,
      last_name_param: person.lastName,
      role_param: 'manager',
      hourly_rate_param: 40,
    }),
  );
  const [invitation] = must(await person.client.rpc('my_invitations'));
  must(await person.client.rpc('accept_invitation', { id_param: invitation?.id ?? '' }));
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Rosa Lima/ }).click();
  await expect(page.getByRole('menuitemradio', { name: /Hill Roofing/ })).toBeVisible();
}

async function switchTo(page: Page, name: string): Promise<void> {
  await openMenu(page);
  const opened = page.waitForEvent('framenavigated');
  await page.getByRole('menuitemradio', { name: new RegExp(name) }).click();
  await opened;
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

/** The company this page works in shows its own projects, and none of the other. */
async function expectCompany(page: Page, own: string, other: string): Promise<void> {
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: own })).toBeVisible();
  await expect(page.getByText(other)).toHaveCount(0);
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** Somebody with hours of last week. */
async function addWorker(company: Company, name: [string, string]): Promise<Person> {
  const day = LAST_WEEK.day(2);
  const worker = await company.addPerson('employee', name);
  await addEntry(company, worker, { from: `${day}T14:00:00Z`, to: `${day}T22:00:00Z` });
  return worker;
}

/** News, numbers and files of the company this page works in, while things happen in both. */
async function expectNothingOfTheOther(page: Page, own: Company, other: Company): Promise<void> {
  const amir = await addWorker(other, ['Amir', 'Khan']);
  const hank = await addWorker(own, ['Hank', 'Moss']);
  const isListening = listening(page);
  await page.goto('/time-tracker');
  await expect(page.getByText('No time entries for today')).toBeVisible();
  await isListening;
  for (const [worker, company] of [
    [amir, other],
    [hank, own],
  ] as const) {
    must(await worker.client.rpc('clock_in', { project_id_param: company.projects[0]?.id ?? '' }));
  }
  const table = page.getByRole('table', { name: 'Time Entries' });
  await expect(table).toContainText('Hank Moss');
  await expect(table).not.toContainText('Amir Khan');
  await expect(bell(page)).not.toHaveAccessibleName(/unread/);

  await page.getByRole('button', { name: 'Export Payroll' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Payroll Data' });
  await dialog.getByLabel('Start Date').fill(LAST_WEEK.start);
  await dialog.getByLabel('End Date').fill(LAST_WEEK.end);
  await expect(dialog.getByRole('region', { name: 'Payroll rows' })).toContainText('Hank Moss');
  const file = await downloaded(page, () =>
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  const [, ...rows] = parseCsv(file.content.toString('utf8'));
  expect(rows.map(([name]) => name)).toEqual(['Hank Moss']);
}

const entryCount = async (person: Person): Promise<number> => (await entriesOf(person)).length;

test('a bookkeeper of two companies signs in once, and nothing of one gets into the other', async ({
  page,
  context,
  company,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(REFUSED);
  const second = await makeCompany({ name: 'Hill Roofing', projects: ['Barn Roof'] });
  const rosa = await company.addPerson('manager', ['Rosa', 'Lima']);
  await alsoIn(second, rosa);

  await page.goto('/auth/login');
  await page.getByLabel('Email or phone number').fill(rosa.email);
  await page.getByLabel('Password', { exact: true }).fill(rosa.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expectCompany(page, 'Riverside Tower', 'Barn Roof');
  must(await rosa.client.rpc('send_test_notification'));
  await expect(bell(page)).toHaveAccessibleName(/1 unread/);

  // The menu says what each company is, and leads there.
  await openMenu(page);
  await expect(page.getByRole('menuitemradio', { name: /Reyes Concrete/ })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expectOpenedAccessible(page, '[role=menu]');
  await page.keyboard.press('Escape');
  await switchTo(page, 'Hill Roofing');
  await expectCompany(page, 'Barn Roof', 'Riverside Tower');
  await expectNothingOfTheOther(page, second, company);
  await page.goto('/');
  await openMenu(page);
  await expect(page.getByRole('menuitemradio', { name: /Reyes Concrete/ })).toContainText(
    '1 unread',
  );
  await page.keyboard.press('Escape');

  // A link of a mail opens where it belongs.
  await page.goto(`/projects?project=${company.projects[0]?.id}&company=${company.id}`);
  await expect(page.getByRole('heading', { name: 'Riverside Tower' }).first()).toBeVisible();
  await expect(page).not.toHaveURL(/company=/);
  await expect(page).toHaveURL(/project=/);
  await expect(bell(page)).toHaveAccessibleName(/1 unread/);

  // Another tab is asked, and keeps what was typed.
  const other = await context.newPage();
  await other.goto('/projects');
  await other.getByRole('button', { name: 'New Project' }).click();
  const form = other.getByRole('dialog', { name: 'New Project' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Silo');
  await page.goto('/');
  await switchTo(page, 'Hill Roofing');
  const question = other.getByRole('dialog', { name: 'You switched to Hill Roofing' });
  await expect(question).toBeVisible();
  await expectOpenedAccessible(other, '[role=dialog]:last-of-type');
  await question.getByRole('button', { name: 'Back to Reyes Concrete' }).click();
  await expect(question).toHaveCount(0);
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Silo');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { name: 'Silo' }).first()).toBeVisible();
  const silo = must(await second.owner.client.from('projects').select('name'));
  expect(silo.map(({ name }) => name)).toEqual(['Barn Roof']);
  const turned = page.getByRole('dialog', { name: 'You switched to Reyes Concrete' });
  await turned.getByRole('button', { name: 'Continue in Reyes Concrete' }).click();
  await expect(turned).toHaveCount(0);
  await other.close();

  // A punch without a signal waits for the company it was made in.
  await page.goto('/my-status');
  const controls = page.getByRole('region', { name: 'Timer' });
  await choose(controls, 'Project', 'Riverside Tower');
  await choose(controls, 'Cost code', /03 11 00/);
  await context.route(CALLS, (route) => route.abort());
  await controls.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('1 punch not sent yet.')).toBeVisible();
  await page.goto('/');
  await switchTo(page, 'Hill Roofing');
  await context.unroute(CALLS);
  await openMenu(page);
  await expect(page.getByRole('menuitemradio', { name: /Reyes Concrete/ })).toContainText(
    '1 waits on this device to be sent',
  );
  await page.keyboard.press('Escape');
  expect(await entryCount(rosa)).toBe(0);
  await switchTo(page, 'Reyes Concrete');
  await expect.poll(() => entryCount(rosa)).toBe(1);
  // The phone has the answer too: else it would wait beside the next one.
  await expect(page.getByText(/not sent yet/)).toHaveCount(0);

  // What waits for a company one has left meanwhile goes to its office, and the person hears of it.
  await page.goto('/my-status');
  await context.route(CALLS, (route) => route.abort());
  await controls.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('1 punch not sent yet.')).toBeVisible();
  await page.goto('/');
  await switchTo(page, 'Hill Roofing');
  must(
    await company.owner.client.rpc('deactivate_employee', { employee_id_param: rosa.employeeId }),
  );
  await context.unroute(CALLS);
  await page.reload();
  await expect(page.getByText('1 punch was sent to a company you left')).toBeVisible();
  const held = must(await company.owner.client.from('held_events').select('id'));
  expect(held).toHaveLength(1);
  await expectCompany(page, 'Barn Roof', 'Riverside Tower');
});
