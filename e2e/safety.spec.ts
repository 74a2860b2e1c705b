import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts';
import { readPdf } from './support/files.ts';

test('an owner records a case, counts its days, certifies the year and hands in the files', async ({
  browser,
  page,
  company,
  signInAs,
}, testInfo) => {
  const ana = await company.addPerson('employee', ['Ana', 'Reyes']);
  const incident = must(
    await company.owner.client
      .from('incidents')
      .insert({
        company_id: company.id,
        employee_id: ana.employeeId,
        happened_at: '2026-03-02T16:00:00Z',
        description: 'Cut by a saw',
        place: 'Level 2',
      })
      .select(),
  )[0];
  await signInAs(company.owner);
  await page.goto('/safety');
  await page.getByRole('button', { name: 'Add your company' }).click();
  await page.getByRole('button', { name: 'Add establishment' }).click();
  const place = page.getByRole('dialog');
  await place.getByLabel('Name of the establishment').fill('Reyes Yard');
  await place.getByLabel('Street').fill('PO Box 12');
  await place.getByLabel('EIN').fill('84-1234567');
  await place.getByLabel('City').fill('Denver');
  await place.getByLabel('State', { exact: true }).fill('co');
  await place.getByLabel('ZIP code').fill('8020');
  await place.getByLabel('NAICS code').fill('236220');
  await place.getByRole('button', { name: 'Save' }).click();
  await expect(place.getByText('Five or nine digits.')).toBeVisible();
  await expect(place.getByText('OSHA takes no PO box: enter the street.')).toBeVisible();
  await place.getByLabel('Street').fill('12 Mill St');
  await place.getByLabel('ZIP code').fill('80202-1234');
  await expectOpenedAccessible(page, '[role=dialog]');
  await place.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('12 Mill St, Denver, CO, 802021234')).toBeVisible();
  await expectAccessible(page, '/safety');

  await page.goto(`/safety?incident=${incident?.id}`);
  const form = page.getByRole('dialog', { name: 'Record a case' });
  await expect(form.getByLabel('Where it happened')).toHaveValue('Level 2');
  await form.getByLabel('What was the person doing just before?').fill('Cutting studs');
  await form.getByLabel('What was the injury or illness?').fill('Cut, left hand');
  await form.getByLabel('What happened?', { exact: false }).last().fill('The saw slipped');
  await form.getByLabel('What object or substance harmed the person?').fill('Saw');
  await form.getByLabel('Job title').fill('Carpenter');
  await expectOpenedAccessible(page, '[role=dialog]');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Days', exact: true }).click();
  const days = page.getByRole('dialog', { name: 'Days of case 1' });
  await days.getByLabel('From', { exact: true }).fill('3/3/2026');
  await days.getByRole('button', { name: 'Add days' }).click();
  // Back at work: the days that were open end.
  await days.getByRole('button', { name: 'Add the end: since 03/03/2026' }).click();
  await days.getByLabel('To', { exact: false }).last().fill('3/9/2026');
  await days.getByRole('button', { name: 'Save days' }).click();
  await expect(days.getByText('Counted: 7 away, 0 restricted.')).toBeVisible();
  // The form for the next days is there: what is typed stays.
  await expect(days.getByRole('button', { name: 'Add days' })).toBeVisible();
  await days.getByLabel('From', { exact: true }).fill('3/9/2026');
  await days.getByRole('button', { name: 'Add days' }).click();
  await expect(days.getByText('Some of these days are already counted.')).toBeVisible();
  await days.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row', { name: /Ana Reyes.*Days away 7 0/ })).toBeVisible();

  await page.getByRole('tab', { name: 'Summary (300A)' }).click();
  await page.getByRole('button', { name: 'Certify' }).click();
  const certify = page.getByRole('dialog', { name: 'Certify the 300A of 2026' });
  await certify.getByLabel('Average number of employees').fill('42');
  await certify.getByLabel('Hours worked').fill('118,240');
  await certify.getByLabel('Title').fill('Owner');
  await certify.getByLabel('Phone').fill('555-0100');
  await certify.getByRole('button', { name: 'Certify' }).click();
  await expect(page.getByText('Revision 1')).toBeVisible();
  await expectAccessible(page, '/safety');
  const fileOf = async (button: string) => {
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const download = await downloaded;
    const file = testInfo.outputPath(download.suggestedFilename());
    await download.saveAs(file);
    return readFile(file);
  };
  const summary = String(await fileOf('300A (CSV)')).split('\r\n');
  expect(summary[1]).toContain(',42,118240,1,0,1,0,0,7,0,1,0,0,0,0,0,');
  expect(String(await fileOf('300 and 301 (CSV)'))).toContain(
    'Reyes Yard,2026,1,Carpenter,03/02/2026,Level 2,Cut by a saw,2,7,0,1,',
  );
  const posted = readPdf(await fileOf('300A (PDF)'));
  for (const part of ['Days away from work (K)', '7', '118,240', '12 Mill St, Denver, CO'])
    expect(posted).toContain(part);
  await page.getByRole('tab', { name: 'Log (300)' }).click();
  expect(readPdf(await fileOf('Log as PDF'))).toContain('Ana Reyes');

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(ana, phone);
  await phone.goto('/safety');
  await expect(phone.getByText('Cut by a saw')).toBeVisible();
  await expect(phone.getByRole('tab')).toHaveCount(0);
  await expectAccessible(phone, '/safety');
  await context.close();
});
