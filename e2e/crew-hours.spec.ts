import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';

test('a foreman enters a day of the crew by keyboard and copies it to other days', async ({
  page,
  company,
  signInAs,
}) => {
  const foreman = await company.addPerson('foreman', ['Luis', 'Ortega']);
  const people = [
    await company.addPerson('employee', ['Amir', 'Khan']),
    await company.addPerson('employee', ['Tess', 'Soto']),
  ];
  const owner = company.owner.client;
  const [crew] = must(
    await owner
      .from('crews')
      .insert({ company_id: company.id, name: 'Concrete', foreman_id: foreman.employeeId })
      .select('id'),
  );
  must(
    await owner
      .from('crew_members')
      .insert(
        people.map(({ employeeId }) => ({
          company_id: company.id,
          crew_id: crew?.id ?? '',
          employee_id: employeeId,
          from_date: '2026-01-01',
        })),
      )
      .select('id'),
  );
  await signInAs(foreman);
  await page.goto(`/crew-hours?date=2026-03-09&project=${company.projects[0]?.id}`);
  await page.getByText('Add cost code', { exact: true }).click();
  await page.getByRole('option', { name: /03 11 00/ }).click();
  await page.locator('[data-cell="0,0"]').fill('8');
  await page.keyboard.press('Enter');
  await page.keyboard.type('7:30');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Hours of 2 people saved')).toBeVisible();

  await page.getByRole('button', { name: 'Copy to days' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy to other days' });
  await expect(dialog.getByText('2 people').first()).toBeVisible();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await dialog.getByLabel(/Mar 10/).check();
  await dialog.getByLabel(/Mar 11/).check();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied to 2 days')).toBeVisible();
  const entries = must(
    await owner.from('time_entries').select('work_date').eq('company_id', company.id),
  );
  const days = Object.groupBy(entries, ({ work_date }) => work_date ?? '');
  expect(Object.keys(days).sort()).toEqual(['2026-03-09', '2026-03-10', '2026-03-11']);
});
