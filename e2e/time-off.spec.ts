import { addDays, comingMonday } from '../testing/coming-days.ts';
import { expect, MODULE, test } from './fixtures.ts';
import { expectOpenedAccessible } from './support/axe.ts';

/** A weekend that a holiday makes longer. */
const HOLIDAY = comingMonday(3);
const FRIDAY = addDays(HOLIDAY, -3);
const TUESDAY = addDays(HOLIDAY, 1);
/** As it is typed. */
const typed = (day: string): string => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');

test('asked for on the phone with the balance after it, approved beside the calendar, paid', {
  tag: MODULE,
}, async ({ page, browser, company, signInAs }) => {
  test.slow();
  const { client } = company.owner;
  const amir = await company.addPerson('employee');
  const { data: type } = await client
    .from('time_off_types')
    .insert({ name: 'Vacation', pay_code: 'PTO' })
    .select('id')
    .single();
  await client.from('time_off_grants').insert({
    employee_id: amir.employeeId,
    type_id: type?.id ?? '',
    date: '2026-01-02',
    hours: 40,
  });
  await client
    .from('holidays')
    .insert({ company_id: company.id, date: HOLIDAY, name: 'Memorial Day', paid_hours: 8 });

  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(amir);
  await page.goto('/my-status');
  await page.getByRole('button', { name: 'Request time off' }).click();
  await page.getByLabel('First day').fill(typed(FRIDAY));
  await page.getByLabel('Last day').fill(typed(TUESDAY));
  await expect(page.getByText('2 working days, without Memorial Day')).toBeVisible();
  await expect(page.getByText('24 h', { exact: true })).toBeVisible();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Request 16 h' }).click();
  await expect(page.getByText('Request sent')).toBeVisible();
  await expect(page.getByText('Waiting for approval')).toBeVisible();

  const office = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signInAs(company.owner, office);
  await office.goto('/scheduling/time-off');
  await expect(office.getByText('24 h left after')).toBeVisible();
  await expect(office.getByText(/is Memorial Day/)).toBeVisible();
  await office.getByRole('button', { name: 'Approve 16 h' }).click();
  await expect(office.getByText('Time off approved')).toBeVisible();
  await office.close();
  const { data: items } = await client
    .from('pay_items')
    .select('work_date, pay_code, minutes')
    .eq('employee_id', amir.employeeId)
    .order('work_date');
  expect(items).toEqual([
    { work_date: FRIDAY, pay_code: 'PTO', minutes: 480 },
    { work_date: TUESDAY, pay_code: 'PTO', minutes: 480 },
  ]);
});
