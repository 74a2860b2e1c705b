import { expect, test } from './fixtures.ts';

test('creates, finds, edits and deletes a project', async ({ page, company, signInAs }) => {
  await signInAs(company.owner);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'New Project' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Peña Tower');
  await dialog.getByLabel('Client').fill('Northbank');
  await dialog.getByLabel('Percent complete').fill('40');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Project created')).toBeVisible();
  // Until it is gone the dialog keeps the focus, and what is typed.
  await expect(dialog).toBeHidden();

  await page.getByLabel('Search by project or client').fill('pena');
  await expect(page.getByRole('heading', { name: 'Peña Tower' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Elm St. Duplex' })).toHaveCount(0);
  await expect(page).toHaveURL(/search=pena/);
  await page.getByRole('button', { name: 'Delete Peña Tower' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Project deleted')).toBeVisible();
  await expect(page.getByText('No Projects Found')).toBeVisible();
});

test('a project with time is archived and comes back', async ({ page, company, signInAs }) => {
  const project = company.projects[0];
  await company.owner.client.rpc('clock_in', {
    project_id_param: project?.id ?? '',
    cost_code_id_param: null,
    notes_param: '',
    id_param: crypto.randomUUID(),
  });
  await signInAs(company.owner);
  await page.goto('/projects');
  await page.getByRole('button', { name: `Archive ${project?.name}` }).click();
  await expect(page.getByText('Project archived')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: project?.name ?? '' })).toBeVisible();
  const { data } = await company.owner.client
    .from('projects')
    .select('archived_at')
    .eq('id', project?.id ?? '')
    .single();
  expect(data?.archived_at).toBeNull();
});

test('details have an address and show where the hours went', async ({
  page,
  company,
  signInAs,
}) => {
  const project = company.projects[0];
  await company.owner.client.from('time_entries').insert({
    company_id: company.id,
    employee_id: company.owner.employeeId,
    project_id: project?.id ?? null,
    cost_code_id: company.costCodes[0]?.id ?? null,
    clock_in: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    clock_out: new Date(Date.now() - 3_600_000).toISOString(),
  });
  await signInAs(company.owner);
  await page.goto(`/projects?project=${project?.id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('03 11 00 Concrete forming')).toBeVisible();
  await expect(dialog.getByText('2:00').first()).toBeVisible();
  await dialog.getByRole('tab', { name: 'Team' }).click();
  await expect(dialog.getByText(/only its members can clock in here/)).toBeVisible();
});
