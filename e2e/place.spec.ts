import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { choose } from './support/time.ts';

const DENVER = { latitude: 39.7392, longitude: -104.9903 };
const FIX = { ...DENVER, accuracy_m: 8, fix_age_s: 1 };

test('the project one stands on is suggested; far from it a running clock is pointed out', async ({
  page,
  context,
  company,
  signInAs,
}) => {
  const worker = await company.addPerson('employee');
  const projectId = company.projects[0]?.id ?? '';
  must(
    await company.owner.client
      .from('geofences')
      .insert({
        company_id: company.id,
        project_id: projectId,
        shape: 'circle',
        radius_m: 90,
        ...DENVER,
      })
      .select('id'),
  );
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...DENVER, accuracy: 8 });
  await page.addInitScript(() => localStorage.setItem('chalkline.location', 'on'));
  await signInAs(worker);
  await page.goto('/my-status');
  await expect(page.getByText('You are at Riverside Tower.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  const controls = page.getByRole('region', { name: 'Timer', exact: true });
  await expect(controls.getByRole('combobox', { name: 'Project' })).toContainText(
    'Riverside Tower',
  );

  must(await worker.client.rpc('clock_in', { project_id_param: projectId, location_param: FIX }));
  await context.setGeolocation({ latitude: 39.8, longitude: -104.9903, accuracy: 8 });
  await page.reload();
  await expect(
    page.getByText(/The clock runs for Riverside Tower, and you are 4\.\d mi away/),
  ).toBeVisible();
});

test('where a location is required a foreman starts the clock with a reason', async ({
  page,
  company,
  signInAs,
}) => {
  const foreman = await company.addPerson('foreman', ['Luis', 'Ortega']);
  const worker = await company.addPerson('employee', ['Amir', 'Khan']);
  const projectId = company.projects[0]?.id ?? '';
  await company.owner.client.from('project_members').insert(
    [foreman, worker].map(({ employeeId }) => ({
      company_id: company.id,
      project_id: projectId,
      employee_id: employeeId,
    })),
  );
  must(
    await company.owner.client
      .from('projects')
      .update({ location_required: true })
      .eq('id', projectId)
      .select('id'),
  );
  const refused = await worker.client.rpc('clock_in', { project_id_param: projectId });
  expect(refused.error?.hint).toBe('location_required');

  await signInAs(foreman);
  await page.goto('/crew');
  await page.getByLabel(/Amir Khan/).check();
  await page.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog, 'Project', 'Riverside Tower');
  await dialog.getByRole('button', { name: 'Use this' }).click();
  await page.getByRole('button', { name: 'Start 1 person' }).click();
  await page.getByLabel('Reason for starting without a location').fill('Phone broke');
  await dialog.getByRole('button', { name: 'Start 1 person' }).click();
  await expect(page.getByText('1 person clocked in')).toBeVisible();
  const [entry] = must(await worker.client.from('time_entries').select('id'));
  const history = must(
    await company.owner.client.rpc('time_entry_history', { entry_id_param: entry?.id ?? '' }),
  );
  expect(JSON.stringify(history)).toContain('Phone broke');
});
