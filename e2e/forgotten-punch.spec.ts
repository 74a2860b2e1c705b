import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts';
import type { Company, Person } from './support/company.ts';
import { mailTo } from './support/mail.ts';

const HOUR = 3_600_000;

/** A clock of so many hours, on a site with a fence. */
async function forget(company: Company, person: Person, hours: number): Promise<string> {
  const [project] = company.projects;
  if (!project) throw new Error('The company has no project.');
  const id = crypto.randomUUID();
  await company.owner.client
    .from('time_entries')
    .insert({
      company_id: company.id,
      id,
      employee_id: person.employeeId,
      project_id: project.id,
      clock_in: new Date(Date.now() - hours * HOUR).toISOString(),
    })
    .throwOnError();
  return id;
}

/** The page outside the fence asks; the mail of it has the link. */
async function linkFor(company: Company, person: Person, entryId: string): Promise<string> {
  const fence = { latitude: 40.7, longitude: -74, radius_m: 100 };
  await company.owner.client
    .from('geofences')
    .insert({ company_id: company.id, project_id: company.projects[0]?.id ?? '', ...fence })
    .throwOnError();
  must(await person.client.rpc('ask_if_still_working', { time_entry_id_param: entryId }));
  await expect
    .poll(async () => (await mailTo(person.email)).subject)
    .toBe('Still working? Your clock is running');
  return (await mailTo(person.email)).links.find((one) => one.includes('/answer/')) ?? '';
}

async function endOf(person: Person, entryId: string): Promise<string | null> {
  const { data } = await person.client
    .from('time_entries')
    .select('clock_out')
    .eq('id', entryId)
    .single()
    .throwOnError();
  return data?.clock_out ?? null;
}

/** Nothing of the three buttons is cut off or scrolls sideways at this width. */
async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 640 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
}

test('the link in the mail is answered without signing in, once', async ({ page, company }) => {
  const person = await company.addPerson('employee');
  const entryId = await forget(company, person, 9);
  const link = await linkFor(company, person, entryId);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Still working?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Yes, still working' })).toBeVisible();
  expect(await endOf(person, entryId)).toBeNull();
  await expectAccessible(page, 'the question');
  await page.getByRole('button', { name: 'Another time' }).click();
  await expectFits(page, 320);
  await page.getByRole('button', { name: /^Stopped at/ }).click();
  await expect(page.getByText(/^Clocked out at/)).toBeVisible();
  expect(await endOf(person, entryId)).not.toBeNull();

  // The same link again says what was said, and offers nothing.
  await page.reload();
  await expect(page.getByText('Already answered')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Yes, still working' })).toHaveCount(0);
  await page.goto(`/answer/${crypto.randomUUID()}`);
  await expect(page.getByText('This link does not work')).toBeVisible();
});

test('a clock of over 16 hours asks for the real end before it is stored', async ({
  page,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  // A proposal that takes over three seconds is asked for again.
  expectedConsoleErrors.push(/Could not load \[forgotten-punches, proposal/);
  const person = await company.addPerson('employee');
  const entryId = await forget(company, person, 20);
  await signInAs(person);
  await page.goto('/my-status');
  await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
  await expect(page.getByText('When did you really stop?')).toBeVisible();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await page.getByRole('button', { name: /^Stopped at/ }).click();
  await expect.poll(() => endOf(person, entryId)).not.toBeNull();
  const end = Date.parse((await endOf(person, entryId)) ?? '');
  expect(Date.now() - end).toBeGreaterThan(10 * HOUR);
});
