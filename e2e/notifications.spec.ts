import { expect, MODULE, test } from './fixtures.ts';
import type { Account } from './support/account.ts';
import { adminClient, anonymousClient, must } from './support/api.ts';
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts';
import type { Company, Person } from './support/company.ts';
import { withOwnServer } from './support/own-server.ts';
import { choose, toast } from './support/time.ts';

/** Its jobs can be run at once: shifts are sent a minute after they were published. */
const ownServer = withOwnServer();

let numbers = 0;

/** Somebody who signs in with a phone number and has no address to write to. */
async function addWithoutEmail(company: Company): Promise<Person> {
  const phone = `1555${process.pid % 1000}${Date.now() % 10_000}${numbers++}`.padEnd(11, '0');
  const password = 'plumb line and level 7';
  const { user } = must(
    await adminClient().auth.admin.createUser({ phone, password, phone_confirm: true }),
  );
  const [employee] = must(
    await adminClient()
      .from('employees')
      .insert({
        company_id: company.id,
        first_name: 'Rosa',
        last_name: 'Delgado',
        role: 'employee',
        user_id: user.id,
      })
      .select('id'),
  );
  const client = anonymousClient();
  const { session } = must(await client.auth.signInWithPassword({ phone, password }));
  const account: Account = {
    id: user.id,
    email: '',
    password,
    firstName: 'Rosa',
    lastName: 'Delgado',
    session,
    client,
  };
  return { ...account, employeeId: employee?.id ?? '' };
}

async function publishShift({ owner, id, projects }: Company, worker: Person): Promise<void> {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  must(
    await owner.client
      .from('shifts')
      .insert({
        company_id: id,
        employee_id: worker.employeeId,
        project_id: projects[0]?.id ?? null,
        starts_at: at(20),
        ends_at: at(28),
      })
      .select('id'),
  );
  const range = { start_date_param: at(-48).slice(0, 10), end_date_param: at(72).slice(0, 10) };
  must(await owner.client.rpc('publish_shifts', range));
  const { sql } = ownServer().server.dependencies.database;
  await sql`select private.send_shift_messages(now() + interval '2 minutes')`;
}

test('what an owner decides is locked for a worker, whom a shift reaches without an address', {
  tag: MODULE,
}, async ({ page, company, browser, signInAs }) => {
  const worker = await addWithoutEmail(company);
  await signInAs(company.owner);
  await page.goto('/settings?tab=notifications&view=company');
  await expect(page.getByText('1 person is reached by nothing but the bell')).toBeVisible();
  await page.getByRole('button', { name: 'Choose per event: Project Updates' }).click();
  await choose(page, 'New shifts by Email', 'Always');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('2 people');
  await question.getByRole('button', { name: 'Decide for everyone' }).click();
  await expect(toast(page, 'Saved for everyone')).toBeVisible();
  await expectAccessible(page, 'defaults of the company');

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(worker, phone);
  await phone.goto('/settings?tab=notifications');
  await phone.getByRole('button', { name: 'Choose per event: Project Updates' }).click();
  const locked = phone.getByRole('switch', { name: 'New shifts: Email' });
  await expect(locked).toBeDisabled();
  await expect(locked).toBeChecked();
  await expect(phone.getByText(/Maria Reyes decided for everyone/)).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Add an address' }).first()).toBeVisible();
  await expectAccessible(phone, 'notifications of a worker');

  // Live: the bell says so while the page is open, and leads to the shift.
  const bell = phone.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  await publishShift(company, worker);
  await expect(bell).toHaveAccessibleName(/1 unread/);
  await bell.focus();
  await phone.keyboard.press('Enter');
  const panel = phone.getByRole('dialog', { name: 'Notifications' });
  const shift = panel.getByRole('link', { name: /shift/i });
  await expect(shift).toBeVisible();
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await phone.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await bell.click();
  await shift.click();
  await expect(panel).toBeHidden();
  await expect(phone).not.toHaveURL(/settings/);
  await expect(bell).not.toHaveAccessibleName(/unread/);
  const read = must(await worker.client.from('notifications').select('event, read_at'));
  expect(read).toEqual([{ event: 'shift_published', read_at: expect.any(String) }]);
  await context.close();
});

test('in quiet hours a notification waits in the list, and a test comes through', async ({
  page,
  company,
  signInAs,
}) => {
  const worker = await company.addPerson('employee');
  await signInAs(worker);
  await page.goto('/settings?tab=notifications');
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  // All of the day but a minute: whenever this runs, it is quiet.
  const now = new Date();
  const minute = (offset: number) =>
    new Date(now.getTime() + offset * 60_000).toLocaleTimeString('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      minute: '2-digit',
    });
  await page.getByRole('textbox', { name: 'From' }).fill(minute(-60));
  await page.getByRole('textbox', { name: 'To' }).fill(minute(600));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Quiet hours saved')).toBeVisible();
  await page.getByRole('button', { name: '1 hour' }).click();
  await expect(page.getByText(/^Snoozed until/).first()).toBeVisible();
  await page.getByRole('button', { name: 'End now' }).click();
  await expect(toast(page, 'Snooze ended')).toBeVisible();

  await publishShift(company, worker);
  await page.getByRole('button', { name: 'Send me a test notification' }).click();
  const results = page.getByRole('list', { name: 'Test notification' });
  await expect(results.getByRole('listitem').filter({ hasText: 'Email' })).toContainText('Sent');
  await expect(results.getByText('No device gets push notifications.')).toBeVisible();

  await page.getByRole('tab', { name: 'Sent' }).click();
  const waiting = page.getByRole('row', { name: /New shifts/ });
  await expect(waiting).toContainText('Waiting');
  await expect(waiting).toContainText('Will be sent');
  await expectAccessible(page, 'what was sent');
});
