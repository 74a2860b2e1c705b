import { addDays, comingMonday } from '../testing/coming-days.ts';
import { expect, test } from './fixtures.ts';
import { expectOpenedAccessible } from './support/axe.ts';

/** The smallest picture there is. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const DAY = addDays(comingMonday(-2), 1);
const typed = (day: string): string => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');

test('a receipt without a signal, miles with a signal, both approved at the desk and in the pay', async ({
  page,
  browser,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  test.slow();
  expectedConsoleErrors.push(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Could not load|Failed to fetch|WebSocket/,
  );
  const { client } = company.owner;
  await client.from('companies').update({ expenses_on: true }).eq('id', company.id);
  const amir = await company.addPerson('employee');
  const project = company.projects[0]?.name ?? '';

  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(amir);
  await page.goto('/expenses');
  await expect(page.getByText('No expenses yet')).toBeVisible();

  await page.getByRole('button', { name: 'Miles' }).click();
  await page.getByLabel('Miles', { exact: true }).fill('127.4');
  await page.getByLabel('Date', { exact: true }).fill(typed(DAY));
  await page.getByLabel('From', { exact: true }).fill('Yard');
  await page.getByLabel('To', { exact: true }).fill('Harbor Point');
  await page.getByLabel('Purpose of the trip').fill('Fetch the pump');
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: project }).first().click();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Expense saved')).toBeVisible();
  // It closes once the list behind it has the new line.
  await expect(page.getByRole('dialog')).toBeHidden();

  // Stored on the phone before there is a network, photo and all.
  await page.context().setOffline(true);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: PNG });
  await page.getByLabel('Amount', { exact: true }).fill('42.50');
  await page.getByLabel('Date', { exact: true }).fill(typed(DAY));
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: project }).first().click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved on this phone')).toBeVisible();
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await client.from('expenses').select('id')).data?.length, {
      timeout: 60_000,
    })
    .toBe(2);
  await expect
    .poll(
      async () =>
        (await client.from('photos').select('uploaded_at').eq('is_receipt', true)).data?.[0]
          ?.uploaded_at ?? null,
      { timeout: 60_000 },
    )
    .not.toBeNull();

  const office = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signInAs(company.owner, office);
  await office.goto('/expenses');
  await expect(office.getByText('No time on this day').first()).toBeVisible();
  await office.getByLabel('Choose all', { exact: true }).click();
  await office.getByRole('button', { name: 'Approve 2' }).click();
  await expect(office.getByText('2 expenses approved')).toBeVisible();
  await expect(office.getByText('Nothing to approve')).toBeVisible();
  await office.close();

  const { data: items } = await client
    .from('pay_items')
    .select('pay_code, amount_cents')
    .eq('employee_id', amir.employeeId)
    .order('amount_cents');
  expect(items).toEqual([
    { pay_code: 'EXPENSE', amount_cents: 4250 },
    expect.objectContaining({ pay_code: 'MILEAGE' }),
  ]);
  await page.goto('/expenses');
  await expect(page.getByText('Approved', { exact: true })).toHaveCount(2);
});
