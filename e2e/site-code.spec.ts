import { middayZone } from '../testing/midday-zone.ts';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { makeCompany } from './support/company.ts';
import { addEntry } from './support/time.ts';

test('the code at the gate opens My Status with project and cost code chosen', async ({
  page,
  company,
  signInAs,
}) => {
  const worker = await company.addPerson('employee');
  const [project, other] = company.projects;
  const code = company.costCodes[0];
  await signInAs(worker);
  await page.goto(`/my-status?project=${project?.id}&code=${code?.id}`);
  const timer = page.getByRole('region', { name: 'Timer', exact: true });
  await expect(timer.getByRole('combobox', { name: 'Project' })).toContainText(project?.name ?? '');
  await timer.getByRole('button', { name: 'Start' }).click();
  await expect(timer.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect
    .poll(async () =>
      must(await worker.client.from('time_entries').select('project_id, cost_code_id')),
    )
    .toEqual([{ project_id: project?.id, cost_code_id: code?.id }]);

  await page.goto(`/my-status?project=${other?.id}`);
  const dialog = page.getByRole('dialog', { name: 'Switch project' });
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toContainText(other?.name ?? '');
});

test('a foreman corrects the time of the crew with a reason', async ({ page, signInAs }) => {
  const company = await makeCompany({ timeZone: middayZone() });
  const foreman = await company.addPerson('foreman', ['Luis', 'Ortega']);
  const worker = await company.addPerson('employee', ['Amir', 'Khan']);
  const owner = company.owner.client;
  const [crew] = must(
    await owner
      .from('crews')
      .insert({ company_id: company.id, name: 'Concrete', foreman_id: foreman.employeeId })
      .select('id'),
  );
  must(
    await owner
      .from('crew_members')
      .insert({
        company_id: company.id,
        crew_id: crew?.id ?? '',
        employee_id: worker.employeeId,
        from_date: '2026-01-01',
      })
      .select('id'),
  );
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await addEntry(company, worker, { from: hoursAgo(3), to: hoursAgo(1) });
  await signInAs(foreman);
  await page.goto('/time-tracker');
  const row = page.getByRole('row', { name: /Amir Khan/ });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /Edit/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Description').fill('Formwork');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel(/Reason/).fill('Note was missing');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const [entry] = must(await worker.client.from('time_entries').select('id, notes'));
  expect(entry?.notes).toBe('Formwork');
});
