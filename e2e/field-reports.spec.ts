import { middayZone } from '../testing/midday-zone.ts';
import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { makeCompany } from './support/company.ts';
import { downloaded, readPdf } from './support/files.ts';
import { addEntry, toast } from './support/time.ts';

test('a foreman signs the day on a phone; the paper has its figures; a manager sends it back, accepts and locks it', {
  tag: MODULE,
}, async ({ page, browser, signInAs }) => {
  const company = await makeCompany({ timeZone: middayZone() });
  const project = company.projects[0]?.id ?? '';
  const foreman = await company.addPerson('foreman');
  const worker = await company.addPerson('employee');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: middayZone() }).format(new Date());
  const now = Date.now();
  const hours = (count: number) => new Date(now - count * 3_600_000).toISOString();
  await addEntry(company, worker, { from: hours(3), to: hours(1) });

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(foreman, phone);
  await phone.goto('/field-reports');
  await expect(phone.getByText('1 report missing')).toBeVisible();
  await phone.getByRole('button', { name: 'Write report' }).click();
  await expect(phone.getByText('1 person · 2 h')).toBeVisible();
  await phone.getByRole('textbox', { name: 'Work performed' }).fill('Placed level 2 slab');
  await phone.getByRole('button', { name: 'No visitors' }).click();
  await phone.getByLabel('Who', { exact: true }).fill('City inspector');
  await phone.getByRole('button', { name: 'Add', exact: true }).click();
  await phone.getByRole('button', { name: 'Sign and submit' }).click();
  const dialog = phone.getByRole('dialog', { name: 'Sign the report' });
  await expect(dialog.getByText(/Weather, Delays, Deliveries/)).toBeVisible();
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Sign and submit' }).click();
  await expect(phone.getByText(/Signed by/)).toBeVisible();

  await signInAs(company.owner);
  await page.goto(`/field-reports?report=${project}&date=${today}`);
  await expect(page.getByText(/Signed by/)).toBeVisible();
  const { content } = await downloaded(page, () =>
    page.getByRole('button', { name: 'PDF' }).click(),
  );
  const paper = readPdf(content);
  const [version] = must(
    await company.owner.client.from('field_report_versions').select('sha256, figures'),
  );
  expect(paper).toContain(version?.sha256);
  expect(paper).toContain('Placed level 2 slab');
  expect(paper).toContain('City inspector');
  expect(paper).toContain('1 person, 2 h');

  // The time is corrected afterwards: said as a difference, not written into what was signed.
  await company.owner.client
    .from('time_entries')
    .update({ clock_out: hours(2) })
    .eq('employee_id', worker.employeeId);
  await expect(page.getByText(/2 h → 1 h/)).toBeVisible();

  await page.getByRole('button', { name: 'Send back' }).click();
  await page.getByLabel('What to change').fill('Which bay?');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send back' }).click();
  await expect(phone.getByText('Which bay?')).toBeVisible();
  await phone
    .getByRole('textbox', { name: 'Work performed' })
    .fill('Placed level 2 slab, east bay');
  await phone.getByRole('button', { name: 'Sign and submit' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Sign and submit' }).click();
  await expect(phone.getByText('Version 2')).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('button', { name: 'Lock' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).click();
  await expect(toast(page, 'Report locked')).toBeVisible();
  const [report] = must(await company.owner.client.from('field_reports').select('status, version'));
  expect(report).toEqual({ status: 'locked', version: 2 });
});
