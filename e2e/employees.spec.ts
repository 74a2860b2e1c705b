import { expect, test } from './fixtures.ts';
import { mailTo } from './support/mail.ts';

test('invites a person by mail, gives a rate and deactivates', async ({
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
  await expect(dialog.getByText('An address is needed to invite someone.')).toBeVisible();
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await dialog.getByRole('button', { name: 'Add and Invite' }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  expect((await mailTo(email)).links.length).toBeGreaterThan(0);

  await page.getByRole('link', { name: /Ana Ruiz/ }).click();
  await page.getByRole('tab', { name: 'Rates' }).click();
  await page.getByLabel('Hourly rate').fill('31.50');
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

test('imports people after a verdict on each row', async ({ page, company, signInAs }) => {
  await signInAs(company.owner);
  await page.goto('/employees');
  await page.getByRole('button', { name: 'Import' }).click();
  const paste = page.getByLabel('Paste rows from a spreadsheet');
  await paste.fill('First name,Last name,Rate\nBo,Li,thirty\nCy,Fox,28');
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(page.getByText('The rate must be a number like 28.50.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await paste.fill('First name,Last name,Rate\nBo,Li,30\nCy,Fox,28');
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('2 employees imported')).toBeVisible();
  await expect(page.getByRole('link', { name: /Cy Fox/ })).toBeVisible();
});

test('a foreman clocks the crew in and out, and sees no rates', async ({
  page,
  company,
  signInAs,
}) => {
  const foreman = await company.addPerson('foreman', ['Luis', 'Ortega']);
  const worker = await company.addPerson('employee', ['Amir', 'Khan']);
  const project = company.projects[0];
  await company.owner.client.from('project_members').insert(
    [foreman, worker].map(({ employeeId }) => ({
      company_id: company.id,
      project_id: project?.id ?? '',
      employee_id: employeeId,
    })),
  );
  await signInAs(foreman);
  await page.goto('/employees');
  await expect(page.getByText('The people you work with')).toBeVisible();
  await expect(page.getByText('Hourly rate')).toHaveCount(0);
  await page.getByRole('button', { name: 'Crew Clock' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: new RegExp(project?.name ?? '') }).click();
  await dialog.getByLabel(/Amir Khan/).check();
  await dialog.getByRole('button', { name: 'Clock in' }).click();
  await expect(page.getByText('1 person clocked in')).toBeVisible();
  await dialog.getByLabel(/Amir Khan/).check();
  await dialog.getByRole('button', { name: 'Clock out' }).click();
  await expect(page.getByText('1 person clocked out')).toBeVisible();
  const { data } = await worker.client.from('time_entries').select('clock_out, created_by');
  expect(data).toHaveLength(1);
  expect(data?.[0]?.clock_out).not.toBeNull();
  expect(data?.[0]?.created_by).toBe(foreman.session.user.id);
});
