import { expect, test } from '@playwright/test';
import { type FakeIntuit, startFakeIntuit } from '../testing/intuit/fake-intuit.ts';
import { APP, fillCompany } from '../testing/intuit/intuit-stage.ts';
import type { QuickBooksCompany } from '../testing/intuit/quickbooks-company.ts';
import { must } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { makeCompany } from './support/company.ts';
import { withOwnServer } from './support/own-server.ts';

let intuit: FakeIntuit;
let there: QuickBooksCompany;
const ownServer = withOwnServer({
  async env() {
    intuit = await startFakeIntuit();
    there = fillCompany(intuit);
    return { ACCOUNTING_GATEWAY: intuit.url };
  },
  after: () => intuit?.close(),
});

const DAY = '2026-10-05';

test('an owner connects QuickBooks, matches, sends an approved day and sees what was changed there', async ({
  page,
}) => {
  const { url } = ownServer();
  intuit.oauth.apps.splice(0, 1, { ...APP, redirectUris: [`${url}/accounting/v1/callback`] });
  const company = await makeCompany();
  const { owner } = company;
  const worker = await company.addPerson('employee');
  await owner.client.from('employee_rates').delete().eq('employee_id', worker.employeeId);
  must(
    await owner.client
      .from('employee_rates')
      .insert({ employee_id: worker.employeeId, hourly_rate: 30, effective_from: '2026-01-01' })
      .select(),
  );
  const [project, costCode] = [company.projects[0], company.costCodes[0]];
  await page.goto(`${url}/auth/login`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).not.toHaveURL(/auth/);

  for (const system of ['quickbooks_desktop', 'adp', 'paychex']) {
    await page.goto(`${url}/settings?tab=connections&setup=${system}`);
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page, `set-up of ${system}`);
  }
  await page.goto(`${url}/settings?tab=connections&setup=quickbooks_online`);
  // Real books need a public name; this machine is good for a test company.
  await expect(page.getByText('Your real books need an https address')).toBeVisible();
  await expect(page.getByText(`${url}/accounting/v1/callback`).first()).toBeVisible();
  await expectAccessible(page, 'set-up of QuickBooks Online');
  await page.getByLabel('Client ID').fill(APP.clientId);
  await page.getByLabel('Client secret').fill('a-wrong-secret-of-some-app');
  await page.getByLabel(/^First day to send/).fill('10/01/2026');
  await page.getByRole('button', { name: 'Continue at Intuit' }).click();
  await page.getByRole('link', { name: 'Sandbox Builders' }).click();
  await expect(page.getByText('Intuit does not know these keys')).toBeVisible();

  await page.getByLabel('Client secret').fill(APP.clientSecret);
  await page.getByRole('button', { name: 'Continue at Intuit' }).click();
  await page.getByRole('link', { name: 'No thanks' }).click();
  await expect(page.getByText('You chose not to connect at Intuit')).toBeVisible();
  await page.getByLabel('Client secret').fill(APP.clientSecret);
  await page.getByRole('button', { name: 'Continue at Intuit' }).click();
  await page.getByRole('link', { name: 'Sandbox Builders' }).click();
  await expect(page.getByText('Sandbox Builders is connected')).toBeVisible();
  await expect(page).not.toHaveURL(/code=/);

  // Its lists are read by the server; matching has a test of its own.
  const { client } = owner;
  const readRecords = async () =>
    must(await client.from('accounting_records').select('id, name, connection_id'));
  await expect.poll(async () => (await readRecords()).length).toBe(7);
  const records = await readRecords();
  const record = (name: string) => records.find((each) => each.name === name)?.id ?? '';
  const connection = records[0]?.connection_id ?? '';
  must(
    await client.rpc('set_accounting_mapping', {
      connection_id_param: connection,
      mappings_param: [
        { target: 'person', employee_id: worker.employeeId, record_id: record('Emp Loyee') },
        { target: 'customer', project_id: project?.id ?? '', record_id: record('Harbor') },
        { target: 'item', cost_code_id: costCode?.id ?? '', record_id: record('Carpentry') },
      ],
    }),
  );
  const [entry] = must(
    await client
      .from('time_entries')
      .insert({
        company_id: company.id,
        employee_id: worker.employeeId,
        project_id: project?.id ?? '',
        cost_code_id: costCode?.id ?? '',
        clock_in: `${DAY}T12:00:00Z`,
        clock_out: `${DAY}T20:00:00Z`,
      })
      .select('id'),
  );
  const approve = async () =>
    must(
      await client.rpc('approve_time', {
        employee_id_param: worker.employeeId,
        start_date_param: DAY,
        end_date_param: DAY,
      }),
    );
  await approve();
  await expect.poll(() => there.all('TimeActivity').length).toBe(1);
  const [made] = there.all('TimeActivity');
  expect(made).toMatchObject({ Hours: 8, Minutes: 0, TxnDate: DAY });

  // Somebody edits it there, and it changes here too: a person decides.
  there.edit('TimeActivity', made?.Id ?? '', { Hours: 9 });
  must(
    await client.rpc('unapprove_time', {
      employee_id_param: worker.employeeId,
      start_date_param: DAY,
      end_date_param: DAY,
    }),
  );
  must(
    await client
      .from('time_entries')
      .update({ clock_out: `${DAY}T19:00:00Z` })
      .eq('id', entry?.id ?? ''),
  );
  await approve();
  await page.goto(`${url}/settings?tab=connections`);
  await page.getByRole('tab', { name: /^To decide/ }).click();
  await expect(page.getByText(/Somebody changed this in QuickBooks Online/)).toBeVisible();
  expect(there.get('TimeActivity', made?.Id ?? '')).toMatchObject({ Hours: 9 });
  await expectAccessible(page, 'what is to be decided');
  await page.getByRole('button', { name: 'Send ours' }).click();
  await expect
    .poll(() => there.get('TimeActivity', made?.Id ?? ''))
    .toMatchObject({ Hours: 7, Minutes: 0 });
  for (const [tab, heading] of [
    ['Matching', 'Emp Loyee'],
    ['Days', 'Sent'],
  ] as const) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expect(page.getByText(heading).first()).toBeVisible();
    await expectAccessible(page, `${tab} of a connection`);
  }
});
