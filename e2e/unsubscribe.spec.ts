import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { mailTo } from './support/mail.ts';

test('a mail about a project is stopped by its link, without signing in', async ({
  page,
  company,
}) => {
  const person = await company.addPerson('employee');
  const [project] = company.projects;
  if (!project) throw new Error('The company has no project.');
  await company.owner.client
    .from('project_members')
    .insert({ company_id: company.id, project_id: project.id, employee_id: person.employeeId })
    .throwOnError();
  await expect
    .poll(async () => (await mailTo(person.email)).subject)
    .toBe(`You are on the team of ${project.name}`);
  const link = (await mailTo(person.email)).links.find((one) => one.includes('/unsubscribe?'));

  await page.goto(link ?? '');
  await expect(page.getByText(/“Project Updates”/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByText('“Project Updates” is off')).toBeVisible();
  const switches = must(
    await person.client
      .from('preferences')
      .select('notify_project_updates, notify_time_reminders')
      .single(),
  );
  expect(switches).toEqual({ notify_project_updates: false, notify_time_reminders: true });
});

test('one click in the mail program stops them too, and only a true link does', async ({
  request,
  company,
}) => {
  const person = await company.addPerson('employee');
  const [project] = company.projects;
  await company.owner.client
    .from('project_members')
    .insert({
      company_id: company.id,
      project_id: project?.id ?? '',
      employee_id: person.employeeId,
    })
    .throwOnError();
  await expect.poll(async () => (await mailTo(person.email)).subject).toContain('team of');
  const link =
    (await mailTo(person.email)).links.find((one) => one.includes('/unsubscribe?')) ?? '';
  const form = { 'List-Unsubscribe': 'One-Click' };
  const wanted = async () =>
    must(await person.client.from('preferences').select('notify_project_updates').single());

  expect((await request.post(`${link}0`, { form })).status()).toBe(400);
  expect((await request.post('/unsubscribe', { form })).status()).toBe(400);
  expect(await wanted()).toEqual({ notify_project_updates: true });
  expect((await request.post(link, { form })).status()).toBe(200);
  expect((await request.post(link, { multipart: form })).status()).toBe(200);
  expect(await wanted()).toEqual({ notify_project_updates: false });
});

test('a link that was changed does nothing and says so', async ({ page, company }) => {
  const forged = `${company.owner.id}.project_updates.${'0'.repeat(64)}`;
  await page.goto(`/unsubscribe?token=${forged}`);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByText('This link is not valid')).toBeVisible();
  await page.goto('/unsubscribe');
  await expect(page.getByText('This link is not valid')).toBeVisible();
});
