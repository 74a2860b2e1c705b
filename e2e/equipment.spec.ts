import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { toast } from './support/time.ts';

test('a class that wants its meter, a machine, an operator on the phone, and a reading that is looked at', {
  tag: MODULE,
}, async ({ page, company, browser, signInAs }) => {
  const operator = await company.addPerson('employee');
  await signInAs(company.owner);
  await page.goto('/equipment');
  const { client } = company.owner;
  const [kind] = must(
    await client
      .from('equipment_classes')
      .insert({ name: 'Excavators', operating_rate: 85, meter_at_clock_out: true })
      .select('id'),
  );
  const [machine] = must(
    await client
      .from('equipment')
      .insert({ name: 'Excavator', number: 'EX-2', class_id: kind?.id ?? '', meter_unit: 'hours' })
      .select('id'),
  );
  must(
    await client.rpc('record_meter', {
      equipment_id_param: machine?.id ?? '',
      reading_param: 4186,
    }),
  );
  await page.reload();
  await expect(page.getByText('EX-2').first()).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(operator, phone);
  must(
    await operator.client.rpc('clock_in', {
      project_id_param: company.projects[0]?.id ?? '',
      cost_code_id_param: company.costCodes[0]?.id ?? '',
      equipment_id_param: machine?.id ?? '',
    }),
  );
  await phone.goto('/my-status');
  const timer = phone.getByRole('region', { name: 'Timer', exact: true });
  await timer.getByRole('button', { name: 'Stop', exact: true }).click();
  const sheet = phone.getByRole('dialog', { name: 'Meter of EX-2 Excavator' });
  await sheet.getByLabel('Reading').fill('4100');
  await sheet.getByRole('button', { name: 'Save reading' }).click();
  await expect(sheet.getByText('This does not fit the last reading')).toBeVisible();
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await sheet.getByRole('button', { name: 'Save anyway' }).click();
  await expect(toast(phone, 'A manager will look at it')).toBeVisible();

  await page.goto('/verification');
  await expect(page.getByRole('heading', { name: 'Meter jump: EX-2 Excavator' })).toBeVisible();
  await context.close();
});
