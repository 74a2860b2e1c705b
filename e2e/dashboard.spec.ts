import { expect, MODULE, test } from './fixtures.ts';
import { downloaded } from './support/files.ts';

const HOUR_MS = 3_600_000;

test('shows the company to its owner, what needs them, live, with a report, and links to the rows behind', {
  tag: MODULE,
}, async ({ page, company, signInAs }) => {
  const worker = await company.addPerson('employee', ['Amir', 'Khan']);
  const late = await company.addPerson('employee', ['Dan', 'Whitlock']);
  await late.client.from('time_entries').insert({
    company_id: company.id,
    employee_id: late.employeeId,
    project_id: company.projects[0]?.id ?? null,
    clock_in: new Date(Date.now() - 13 * HOUR_MS).toISOString(),
  });
  await company.owner.client.from('time_entries').insert({
    company_id: company.id,
    employee_id: company.owner.employeeId,
    project_id: company.projects[0]?.id ?? null,
    clock_in: new Date(Date.now() - 26 * HOUR_MS).toISOString(),
    clock_out: new Date(Date.now() - 24.5 * HOUR_MS).toISOString(),
  });
  await signInAs(company.owner);
  await page.goto('/');
  await expect(page.getByText(/Dan Whitlock has been on the clock for 13 h/)).toBeVisible();
  await expect(page.getByText("Welcome back! Here's an overview of your activities")).toBeVisible();
  for (const card of ['Hours Today', 'Hours This Week', 'Active Projects', 'Team Members']) {
    await expect(page.getByRole('link', { name: card })).toBeVisible();
  }
  await worker.client.rpc('clock_in', {
    project_id_param: company.projects[0]?.id ?? '',
    cost_code_id_param: null,
    notes_param: '',
    id_param: crypto.randomUUID(),
  });
  const activity = page.locator('section', { hasText: 'Recent Activity' });
  await expect(activity.getByText('Amir Khan clocked in')).toBeVisible();

  // The report as CSV says what the screen says.
  await page.getByRole('button', { name: 'Generate Report' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1:30').first()).toBeVisible();
  const { name, content } = await downloaded(page, () =>
    dialog.getByRole('button', { name: 'CSV' }).click(),
  );
  expect(name).toMatch(/^hours_employee_.*\.csv$/);
  expect(content.toString()).toContain(',1.50,1');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'Hours This Week' }).click();
  await expect(page).toHaveURL(/time-tracker\?period=week/);
});

test('a worker starts at the clock, with what is for workers in the menu', async ({
  page,
  company,
  signInAs,
}) => {
  await signInAs(await company.addPerson('employee'));
  await page.goto('/');
  await expect(page).toHaveURL(/\/my-status$/);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText([
    ...['My Status', 'My time', 'Schedule', 'Time Off', 'Photos', 'Documents'],
  ]);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(links.filter({ hasText: 'Payroll' })).toBeVisible();
  // What is not for workers still opens by hand, and says so.
  for (const title of ['Dashboard', 'Budgets', 'Management Lists', 'Field Reports']) {
    await expect(links.filter({ hasText: title })).toHaveCount(0);
  }
  await page.goto('/field-reports');
  await expect(page.getByText('Field reports are written by foremen')).toBeVisible();
});

test('a foreman starts at the crew', async ({ page, company, signInAs }) => {
  await signInAs(await company.addPerson('foreman'));
  await page.goto('/');
  await expect(page).toHaveURL(/\/crew$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My crew');
});
