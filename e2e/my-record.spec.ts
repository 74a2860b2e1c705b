import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { verifyFile } from './support/verify.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a worker signs on the phone, sees what the office changed, and takes the record along', async ({
  page,
  company,
  signInAs,
}, testInfo) => {
  const ana = await company.addPerson('employee', ['Ana', 'Reyes']);
  must(
    await company.owner.client
      .from('companies')
      .update({ pay_period_kind: 'weekly', pay_period_anchor: '2026-11-01' })
      .eq('id', company.id)
      .select(),
  );
  const [entry] = must(
    await company.owner.client
      .from('time_entries')
      .insert({
        company_id: company.id,
        employee_id: ana.employeeId,
        clock_in: '2026-11-03T12:00:00Z',
        clock_out: '2026-11-03T20:00:00Z',
        project_id: company.projects[0]?.id ?? '',
      })
      .select('id'),
  );
  await signInAs(ana);
  await page.goto('/payroll?from=2026-11-01');
  await expect(page.getByRole('heading', { name: 'What you sign' })).toBeVisible();
  await page.getByRole('button', { name: 'Looks right' }).click();
  await expect(page.getByText('Checked: fits')).toBeVisible();

  must(
    await company.owner.client
      .from('time_entries')
      .update({ clock_out: '2026-11-03T19:00:00Z' })
      .eq('id', entry?.id ?? '')
      .select(),
  );
  await page.reload();
  const changed = page.getByRole('row', { name: /8 h.*7 h/ });
  await expect(changed).toContainText('Changed');
  await page.getByRole('button', { name: 'Something is wrong' }).last().scrollIntoViewIfNeeded();

  await page.goto('/my-status');
  const button = page.getByRole('button', { name: 'Download my record' });
  await button.scrollIntoViewIfNeeded();
  const downloaded = page.waitForEvent('download');
  await button.click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(/^my-record-Ana-Reyes-.*\.zip$/);
  const file = testInfo.outputPath('record.zip');
  await download.saveAs(file);
  const checked = verifyFile(file);
  expect(checked).toMatchObject({ fits: true });
  const [result] = checked.results;
  expect(result.timesheets.devices).toHaveLength(1);
  expect(result.eventsComplete).toBe(true);

  const bytes = await readFile(file);
  const place = bytes.indexOf('"minutes":');
  expect(place).toBeGreaterThan(0);
  bytes[place + 10] = 0x39;
  await writeFile(file, bytes);
  expect(verifyFile(file)).toMatchObject({ fits: false });
});
