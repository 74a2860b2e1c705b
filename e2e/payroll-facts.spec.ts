import { expect, test } from './fixtures.ts';

const JOURNAL = [
  'Ridgeline Builders LLC',
  'Payroll Journal Report',
  '',
  'Employee Earnings',
  'Weekly Payroll payroll period,03/09/2026 - 03/15/2026',
  'Pay day,03/20/2026',
  'Last Name,First Name,SSN,Payment,Regular (Hours),Regular (Amount),Gross Earnings,Federal Income Tax (Employee),Social Security (Employee),Medicare (Employee),CO State Tax (Employee),Safety boots deduction,Net Pay,Reimbursements,Check Amount',
  'Ortiz,Ana,123-45-6789,Direct Deposit,40.00,1200.00,1200.00,120.00,74.40,17.40,45.00,25.00,918.20,0.00,918.20',
  'Stone,Ben,987654321,Check,40.00,800.00,790.00,50.00,48.98,11.46,30.00,0.00,649.56,0.00,649.56',
  'Quinn,Zoe,111-22-3333,Check,40.00,800.00,800.00,50.00,49.60,11.60,30.00,0.00,658.80,0.00,658.80',
  'Payroll Totals,,,,120.00,2800.00,2790.00,220.00,172.98,40.46,105.00,25.00,2226.56,0.00,2226.56',
].join('\n');

test('imports a Gusto journal, sees a difference, types one by hand, undoes the import', async ({
  page,
  company,
  signInAs,
}) => {
  const { client } = company.owner;
  const ana = await company.addPerson('employee', ['Ana', 'Ortiz']);
  const ben = await company.addPerson('employee', ['Ben', 'Stone']);
  const cyd = await company.addPerson('employee', ['Cyd', 'Lee']);
  await client.from('companies').update({ week_start: 1 }).eq('id', company.id);
  for (const [person, rate] of [
    [ana, 30],
    [ben, 20],
    [cyd, 20],
  ] as const) {
    await client.from('employee_rates').delete().eq('employee_id', person.employeeId);
    await client
      .from('employee_rates')
      .insert({ employee_id: person.employeeId, hourly_rate: rate, effective_from: '2020-01-01' });
    for (let day = 9; day <= 13; day++)
      await client.from('time_entries').insert({
        employee_id: person.employeeId,
        project_id: company.projects[0]?.id ?? null,
        clock_in: `2026-03-${String(day).padStart(2, '0')}T14:00:00Z`,
        clock_out: `2026-03-${String(day).padStart(2, '0')}T22:00:00Z`,
      });
  }
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await signInAs(company.owner);
  await page.goto('/public-work?tab=facts&week=2026-03-15');
  await expect(
    page.getByRole('row', { name: /Ana Ortiz.*\$1,200\.00.*Not in payroll/ }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Import a payroll file' }).click();
  await page
    .getByLabel('Choose a payroll file')
    .setInputFiles({ name: 'journal.csv', mimeType: 'text/csv', buffer: Buffer.from(JOURNAL) });
  await expect(page.getByText('Recognized as a file of Gusto.')).toBeVisible();
  await expect(
    page.getByText('3 social security numbers were cut to their last four digits'),
  ).toBeVisible();
  await expect(
    page.getByRole('row', { name: /Zoe Quinn.*Nobody here has this name/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Confirm all 2' }).click();
  await page.getByRole('switch', { name: 'Store the last four digits of 2 people' }).click();
  await page.getByRole('button', { name: 'Import 2 lines' }).click();
  await expect(page.getByText('2 lines imported.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await expect(page.getByRole('row', { name: /Ben Stone.*-\$10\.00.*Not known/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Ana Ortiz.*\$0\.00/ })).toBeVisible();
  expect(sent.join('\n')).not.toMatch(/123-?45-?6789|987-?65-?4321|111-?22-?3333/);
  expect(sent.join('\n')).toContain('6789');

  await page.getByRole('button', { name: 'Type', exact: true }).click();
  const row = page.getByRole('group', { name: 'Cyd Lee' });
  await row.getByLabel('Gross, all work').fill('800');
  await row.getByLabel('Federal tax').fill('50');
  await row.getByLabel('Other deductions').fill('Boots 12.50');
  await row.getByLabel('Net').fill('737.50');
  await row.getByLabel('Check number').fill('123-45-6789');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Nothing was sent.')).toBeVisible();
  await row.getByLabel('Check number').fill('4711');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Payroll facts of one person saved.')).toBeVisible();
  await expect(
    page.getByRole('row', { name: /Cyd Lee.*\$800\.00 \$800\.00 \$0\.00.*\$62\.50 \$737\.50/ }),
  ).toBeVisible();

  await page
    .getByRole('row', { name: /Ana Ortiz/ })
    .getByRole('button', { name: 'Show' })
    .click();
  await page.getByLabel('What for?').fill('Certified payroll 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('dialog').getByText('6789')).toBeVisible();
  await page.getByRole('dialog').getByText('Close', { exact: true }).click();
  await expect(page.getByRole('row', { name: /Ana Ortiz Certified payroll 1/ })).toBeVisible();

  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('2 lines taken back.')).toBeVisible();
  const { data } = await client.from('payroll_facts').select('employee_id, check_number');
  expect(data).toEqual([{ employee_id: cyd.employeeId, check_number: '4711' }]);
});
