import { expect, MODULE, test } from './fixtures.ts';

test('name, formats, password and company are saved, and take effect', { tag: MODULE }, async ({
  page,
  company,
  signInAs,
}) => {
  const { client } = company.owner;
  await client.from('time_entries').insert({
    company_id: company.id,
    employee_id: company.owner.employeeId,
    project_id: company.projects[0]?.id ?? null,
    clock_in: new Date(Date.now() - 120_000).toISOString(),
  });
  await signInAs(company.owner);
  await page.goto('/settings');
  await page.getByLabel('First name').fill('Carla');
  await page.getByLabel('Last name').fill('Nguyen');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Carla Nguyen')).toBeVisible();

  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('a much better one 9');
  await page.getByLabel('Confirm password').fill('a much better one 9');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expect(page.getByText('This device')).toBeVisible();

  await page.getByRole('tab', { name: 'Company' }).click();
  // The password that was refused is still typed.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('switch', { name: 'Cost code required' }).click();
  await expect(page.getByText('Company saved')).toBeVisible();
  const saved = await client.from('companies').select('cost_code_required').single();
  expect(saved.data?.cost_code_required).toBe(true);

  await page.getByRole('tab', { name: 'Preferences' }).click();
  await page.getByRole('combobox', { name: 'Time format' }).click();
  await page.getByRole('option', { name: '24-hour' }).click();
  await page.getByRole('link', { name: 'Time Tracker' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Time Tracker' })).toBeVisible();
  await expect(page.getByText(/\b(AM|PM)\b/)).toHaveCount(0);
  const { data } = await client.from('preferences').select('time_format').single();
  expect(data?.time_format).toBe('24h');
});

test('the timer starts on the last project at sign-in, and can be undone', async ({
  page,
  company,
}) => {
  const { owner } = company;
  await owner.client.from('time_entries').insert({
    company_id: company.id,
    employee_id: owner.employeeId,
    project_id: company.projects[0]?.id ?? null,
    clock_in: new Date(Date.now() - 7_200_000).toISOString(),
    clock_out: new Date(Date.now() - 3_600_000).toISOString(),
  });
  await owner.client
    .from('preferences')
    .update({ auto_start_timer: true })
    .eq('user_id', owner.session.user.id);
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Timer started')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await owner.client.from('time_entries').select('id')).data?.length)
    .toBe(1);
});
