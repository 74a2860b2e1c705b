import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('a foreman sees who is due, records what was said, and starts the meal', async ({
  page,
  company,
  signInAs,
}) => {
  const foreman = await company.addPerson('foreman', ['Luis', 'Ortega']);
  const late = await company.addPerson('employee', ['Amir', 'Khan']);
  const early = await company.addPerson('employee', ['Tess', 'Soto']);
  const owner = company.owner.client;
  const [crew] = must(
    await owner
      .from('crews')
      .insert({ company_id: company.id, name: 'Concrete', foreman_id: foreman.employeeId })
      .select('id'),
  );
  const people = [late, early];
  must(
    await owner
      .from('crew_members')
      .insert(
        people.map(({ employeeId }) => ({
          company_id: company.id,
          crew_id: crew?.id ?? '',
          employee_id: employeeId,
          from_date: '2026-01-01',
        })),
      )
      .select('id'),
  );
  must(
    await owner.rpc('set_overtime_policy', {
      preset_param: 'CA',
      effective_from_param: '2020-01-01',
    }),
  );
  const hours = [5.2, 1, 2];
  must(
    await owner
      .from('time_entries')
      .insert(
        [...people, foreman].map(({ employeeId }, index) => ({
          company_id: company.id,
          employee_id: employeeId,
          project_id: company.projects[0]?.id ?? '',
          clock_in: hoursAgo(hours[index] ?? 0),
        })),
      )
      .select('id'),
  );
  must(
    await owner.from('heat_rules').insert({ company_id: company.id, active: true }).select('id'),
  );

  await signInAs(foreman);
  await page.goto('/crew');
  await page.getByRole('link', { name: 'Breaks' }).click();
  await expect(page.getByRole('heading', { name: 'Break board' })).toBeVisible();
  const first = page.getByRole('list', { name: 'Break board' }).getByRole('listitem').first();
  await expect(first).toContainText('Amir Khan');
  await expect(first).toContainText(/Meal \d+ min late/);

  await first.getByRole('button', { name: 'Record offer Amir Khan' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Declined').check();
  await dialog.getByLabel(/In their words/).fill('Finishing the pour first');
  await expectOpenedAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(first).toContainText('Finishing the pour first');

  await page.getByRole('button', { name: /Enter temperature/ }).click();
  await page.getByLabel('Temperature now (°F)').fill('97');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('High heat: rests are due')).toBeVisible();
  await expect(first.getByText(/Heat rest in/)).toBeVisible();

  await first.getByRole('button', { name: 'Start meal Amir Khan' }).click();
  await expect(page.getByText(/At the meal for/)).toBeVisible();
  await page.getByRole('button', { name: 'End break Amir Khan' }).click();
  await expect(page.getByText(/At the meal for/)).toBeHidden();

  const offers = must(
    await owner
      .from('break_offers')
      .select('answer, note')
      .eq('company_id', company.id)
      .order('offered_at'),
  );
  expect(offers).toEqual([
    { answer: 'declined', note: 'Finishing the pour first' },
    { answer: 'taken', note: null },
  ]);

  await page.goto('/my-status');
  await expect(page.getByText(/Heat rest in|Meal in/)).toBeVisible();
});
