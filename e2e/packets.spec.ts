import { readFile, writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { addEntry } from './support/time.ts';
import { verifyFile } from './support/verify.ts';

const HOUR = 3_600_000;

/** Presses the button of the dialog and saves what comes. */
async function made(page: Page, testInfo: TestInfo, name: string): Promise<string> {
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Make the packet' }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toContain(name);
  const file = testInfo.outputPath(`${name}.zip`);
  await download.saveAs(file);
  return file;
}

test('an office makes the packet of a person and of a project, and whoever gets them can check them', async ({
  page,
  company,
  signInAs,
}, testInfo) => {
  const project = company.projects[0];
  const ana = await company.addPerson('employee', ['Ana', 'Reyes']);
  const wade = await company.addPerson('foreman', ['Wadsworth', 'Oakes']);
  const from = new Date(Date.now() - 30 * HOUR).toISOString();
  const id = await addEntry(company, ana, {
    from,
    to: new Date(Date.now() - 24 * HOUR).toISOString(),
  });
  must(
    await company.owner.client
      .from('time_entries')
      .update({ notes: 'Until the pour,\nWadsworth says' })
      .eq('id', id)
      .select(),
  );
  await addEntry(company, wade, { from, to: new Date(Date.now() - 25 * HOUR).toISOString() });
  await signInAs(company.owner);

  await page.goto(`/employees?employee=${ana.employeeId}`);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Claim packet' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Lee Park');
  await expectOpenedAccessible(page, '[role=dialog]');
  const claim = await made(page, testInfo, 'claim-packet-Ana-Reyes');
  const checked = verifyFile(claim);
  expect(checked).toMatchObject({ fits: true });
  expect(checked.results[0]).toMatchObject({ eventsComplete: true });
  const bytes = await readFile(claim);
  expect(bytes.includes('Ana Reyes')).toBe(true);
  // Redacted unless somebody chooses otherwise, behind a line end too.
  expect(bytes.includes('Wadsworth')).toBe(false);
  const place = bytes.indexOf('"notes": "Until the pour');
  expect(place).toBeGreaterThan(0);
  bytes[place + 10] = 0x58;
  await writeFile(claim, bytes);
  expect(verifyFile(claim)).toMatchObject({ fits: false });
  // That it was made, and for whom, is there for everybody after.
  await expect(page.getByText(/Lee Park/)).toBeVisible();

  await page.goto(`/projects?project=${project?.id}&tab=setup`);
  await page.getByRole('button', { name: 'Project packet' }).click();
  await expectOpenedAccessible(page, '[role=dialog]');
  const whole = verifyFile(await made(page, testInfo, 'project-packet'));
  expect(whole).toMatchObject({ fits: true });
  expect(whole.results[0]).toMatchObject({ eventsComplete: true });
});
