import { addDays, comingMonday } from '../testing/coming-days.ts';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts';

const DAY = addDays(comingMonday(-1), 1);

test('three approvers one after the other, an edit in between, and the period that waits for them', async ({
  page,
  browser,
  baseURL,
  company,
  signInAs,
}) => {
  test.slow();
  const { client } = company.owner;
  const [site] = company.projects;
  const worker = await company.addPerson('employee', ['Luz', 'Vega']);
  const foreman = await company.addPerson('foreman', ['Omar', 'Diaz']);
  const manager = await company.addPerson('manager', ['Pia', 'Moss']);
  const [crew] = must(
    await client
      .from('crews')
      .insert({ company_id: company.id, name: 'Concrete', foreman_id: foreman.employeeId })
      .select('id'),
  );
  must(
    await client.from('crew_members').insert({
      company_id: company.id,
      crew_id: crew?.id ?? '',
      employee_id: worker.employeeId,
      from_date: addDays(DAY, -30),
    }),
  );
  const [entry] = must(
    await worker.client
      .from('time_entries')
      .insert({
        company_id: company.id,
        employee_id: worker.employeeId,
        project_id: site?.id ?? '',
        clock_in: `${DAY}T14:00:00Z`,
        clock_out: `${DAY}T20:00:00Z`,
      })
      .select('id'),
  );

  // The owner makes the chain.
  await signInAs(company.owner);
  await page.goto('/settings?tab=rights');
  await page.getByRole('button', { name: 'Add a chain' }).click();
  await page.getByLabel('Name of the chain').fill('Everybody');
  for (const [place, who] of ['Crew foreman', 'Project manager', 'Any owner'].entries()) {
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByRole('combobox', { name: `Who decides step ${place + 1}` }).click();
    await page.getByRole('option', { name: who }).click();
  }
  await page.getByLabel('What step 3 is called').fill('Payroll');
  await expectOpenedAccessible(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Payroll (Any owner)')).toBeVisible();
  await page.getByText('Project managers', { exact: true }).click();
  await page.getByRole('combobox', { name: site?.name ?? '' }).click();
  await page.getByRole('option', { name: 'Pia Moss' }).click();
  await expect(page.getByText('Saved', { exact: true }).last()).toBeVisible();

  // The foreman on a phone.
  const phone = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
  });
  const field = await phone.newPage();
  await signInAs(foreman, field);
  await field.goto('/verification?tab=approvals');
  await expect(field.getByText('Step 1 of 3: Crew foreman')).toBeVisible();
  await expectAccessible(field, 'approvals of a foreman');
  await field.getByRole('checkbox', { name: 'Select all' }).click();
  await field.getByRole('button', { name: 'Approve 1 entry' }).click();
  await expect(field.getByText('Nothing waits for you')).toBeVisible();

  // The worker corrects it: the foreman sees exactly what changed.
  must(
    await worker.client.rpc('save_time_entry', {
      id_param: entry?.id ?? '',
      employee_id_param: worker.employeeId,
      clock_in_param: `${DAY}T14:00:00Z`,
      clock_out_param: `${DAY}T21:30:00Z`,
      project_id_param: site?.id ?? '',
      reason_param: 'Stayed longer',
    }),
  );
  await field.reload();
  await expect(field.getByText('Changed since Omar Diaz approved it')).toBeVisible();
  await field.getByRole('button', { name: 'Approve Luz Vega' }).click();
  await expect(field.getByText('Nothing waits for you')).toBeVisible();
  await phone.close();

  // The project manager approves and sees who is next.
  const office = await browser.newContext({ baseURL: baseURL ?? '' });
  const desk = await office.newPage();
  await signInAs(manager, desk);
  await desk.goto('/verification?tab=approvals');
  await desk.getByRole('button', { name: 'Approve Luz Vega' }).click();
  await expect(desk.getByText('Nothing waits for you')).toBeVisible();
  await desk.getByRole('combobox', { name: 'Show' }).click();
  await desk.getByRole('option', { name: 'Every open step' }).click();
  await expect(desk.getByText('Step 3 of 3: Payroll')).toBeVisible();
  await expectAccessible(desk, 'every open step');
  await office.close();

  // The payroll names who keeps the period open; with the last step the time is approved.
  const [period] = must(await client.rpc('pay_period_for', { date_param: DAY }));
  await page.goto(`/payroll?from=${period?.start_date}`);
  await expect(page.getByText(/Must act: /)).toBeVisible();
  await expect(page.getByText('Step 3 of 3: Payroll')).toBeVisible();
  await page.goto('/verification?tab=approvals');
  await page.getByRole('button', { name: 'Approve Luz Vega' }).click();
  await expect(page.getByText('Nothing waits for you')).toBeVisible();
  const approved = must(
    await client.from('approvals').select('work_date').eq('employee_id', worker.employeeId),
  );
  expect(approved).toEqual([{ work_date: DAY }]);
});
