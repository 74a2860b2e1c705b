import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { choose, toast } from './support/time.ts';

test('a bulletin in both languages is published, asked for at clock-in and confirmed', {
  tag: MODULE,
}, async ({ page, company, browser, signInAs }) => {
  const worker = await company.addPerson('employee');
  await signInAs(company.owner);
  await page.goto('/bulletin');
  await page.getByRole('button', { name: 'New bulletin' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New bulletin' });
  await dialog.getByLabel('Title (English)').fill('Tie off on level 3');
  await dialog.getByLabel('Text (English)').fill('The deck edge is open.');
  await dialog.getByLabel('Title (Spanish)').fill('Nivel 3: engánchate');
  await dialog.getByRole('switch', { name: 'Must be confirmed' }).click();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(toast(page, 'Bulletin published')).toBeVisible();
  await expect(page.getByRole('button', { name: '0 of 2 confirmed' })).toBeVisible();

  // The clock has started before anything is asked; Later and the confirmation are both noted.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(worker, phone);
  await phone.goto('/my-status');
  const timer = phone.getByRole('region', { name: 'Timer' });
  await choose(timer, 'Project', 'Riverside Tower');
  await choose(timer, 'Cost code', /03 11 00/);
  await timer.getByRole('button', { name: 'Start', exact: true }).click();
  const sheet = phone.getByRole('dialog', { name: 'Bulletin' });
  await expect(sheet.getByRole('heading', { name: 'Tie off on level 3' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Español' }).click();
  await expect(sheet.getByRole('heading', { name: 'Nivel 3: engánchate' })).toBeVisible();
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await sheet.getByRole('button', { name: 'Later' }).click();
  await expect(sheet).toBeHidden();
  const [entry] = must(await worker.client.from('time_entries').select('clock_out'));
  expect(entry).toEqual({ clock_out: null });

  await phone.getByRole('link', { name: /Tie off on level 3/ }).click();
  await phone.getByRole('button', { name: 'I have read this' }).click();
  await expect(toast(phone, 'Confirmed')).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: '1 of 2 confirmed' }).click();
  const report = page.getByRole('dialog', { name: 'Who has read it' });
  await expect(report.getByRole('button', { name: 'Remind 1 person' })).toBeVisible();
  const reads = must(
    await company.owner.client
      .from('bulletin_reads')
      .select('postponed_count, language, acknowledged_at')
      .eq('employee_id', worker.employeeId),
  );
  expect(reads).toMatchObject([
    { postponed_count: 1, language: 'en', acknowledged_at: expect.any(String) },
  ]);
});
