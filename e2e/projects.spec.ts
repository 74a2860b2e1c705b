import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { addEntry } from './support/time.ts';

test('shows where the hours went, archives what has time, creates, finds and deletes', {
  tag: MODULE,
}, async ({ page, company, signInAs }) => {
  const project = company.projects[0];
  await addEntry(company, company.owner, {
    from: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    to: new Date(Date.now() - 3_600_000).toISOString(),
    costCodeId: company.costCodes[0]?.id ?? null,
  });
  await signInAs(company.owner);
  const dialog = page.getByRole('dialog');

  // The page of a project: today first, and its own lists under an address each.
  await page.goto(`/projects?project=${project?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: project?.name ?? '' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'On site now' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Needs someone' })).toBeVisible();
  await page.getByRole('tab', { name: 'Time' }).click();
  await expect(page.getByText('03 11 00 Concrete forming').first()).toBeVisible();
  await expect(page).toHaveURL(/tab=time/);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByText(/only its members can clock in here/)).toBeVisible();
  await page.getByRole('link', { name: 'Projects' }).last().click();

  // The same projects as a table, sorted by a column.
  await page.getByRole('combobox', { name: 'View' }).click();
  await page.getByRole('option', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/view=table.*order=name/);
  await expect(page.getByRole('row', { name: new RegExp(project?.name ?? '') })).toBeVisible();

  // A phase of it: found at the clock by the name of its project, and part of its totals.
  await page.goto(`/projects?project=${project?.id}&tab=setup`);
  await page.getByRole('button', { name: 'Add phase' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Part of' })).toContainText(
    project?.name ?? '',
  );
  await dialog.getByLabel('Name', { exact: true }).fill('Level 2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Level 2' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Level 2' })).toBeVisible();
  await page.goto('/time-tracker?dialog=new-entry');
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await page.getByPlaceholder('Search projects').fill(project?.name ?? '');
  await expect(page.getByRole('option', { name: `${project?.name} › Level 2` })).toBeVisible();
  await page.goto('/projects?view=table');
  await page
    .getByRole('button', { name: `Hide the phases of ${project?.name}` })
    .press('ArrowLeft');
  await expect(page.getByRole('link', { name: 'Level 2' })).toHaveCount(0);
  await page.goto('/projects');

  // What has time is archived with its phases, and comes back with them.
  await page.getByRole('button', { name: `Archive ${project?.name}` }).click();
  await expect(page.getByText('Project archived')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: project?.name ?? '' })).toBeVisible();
  const kept = must(
    await company.owner.client
      .from('projects')
      .select('archived_at')
      .or(`id.eq.${project?.id},parent_id.eq.${project?.id}`),
  );
  expect(kept).toEqual([{ archived_at: null }, { archived_at: null }]);

  await page.getByRole('button', { name: 'New Project' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Peña Tower');
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
