import { unzipSync } from 'fflate';
import { expect, MODULE, test } from './fixtures.ts';
import { downloaded } from './support/files.ts';

test('imports time with a missing project, compares totals, undoes it, and takes everything along', {
  tag: MODULE,
}, async ({ page, company, signInAs }) => {
  await company.addPerson('employee', ['Ana', 'Ortiz']);
  await signInAs(company.owner);
  await page.goto('/management/import');
  const file = [
    'Name,Date,Start,End,Job',
    `Ana Ortiz,2026-03-02,7:00 AM,3:30 PM,${company.projects[0]?.name}`,
    'Ana Ortiz,2026-03-03,7:00 AM,3:30 PM,New Pier',
    'Nobody,2026-03-03,7:00 AM,3:30 PM,New Pier',
  ].join('\n');
  await page
    .getByLabel('Choose a CSV or Excel file')
    .setInputFiles({ name: 'time.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(page.getByText('2026-03-02 07:00:00 – 2026-03-02 15:30:00')).toBeVisible();
  await page.getByRole('button', { name: 'Check 3 rows' }).click();
  await expect(page.getByText("2 of 3 rows can't be imported.")).toBeVisible();
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByRole('button', { name: 'Import the 2 good rows' }).click();
  await expect(page.getByText('2 rows were imported.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Hours 0:00 17:00 17:00$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 rows taken back')).toBeVisible();
  const { data } = await company.owner.client.from('time_entries').select('id');
  expect(data).toEqual([]);

  const { content } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download ZIP' }).click(),
  );
  const files = unzipSync(content);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['README.txt', 'employees.csv', 'time_entries.csv']),
  );
  expect(new TextDecoder().decode(files['employees.csv'])).toContain('Ana,Ortiz');
});
