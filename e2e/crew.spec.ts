import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';

test('a whole crew starts with one press; who cannot is named, also before it is saved without a signal', async ({
  browser,
  company,
  signInAs,
}) => {
  const foreman = await company.addPerson('foreman', ['Luis', 'Ortega']);
  const people = [
    await company.addPerson('employee', ['Amir', 'Khan']),
    await company.addPerson('employee', ['Tess', 'Soto']),
    await company.addPerson('employee', ['Cole', 'Ramsey']),
  ];
  const owner = company.owner.client;
  const [project] = company.projects;
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
  // Cole is in the crew, and not on the team of the project.
  must(
    await owner
      .from('project_members')
      .insert(
        [foreman, ...people.slice(0, 2)].map(({ employeeId }) => ({
          company_id: company.id,
          project_id: project?.id ?? '',
          employee_id: employeeId,
        })),
      )
      .select('employee_id'),
  );
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await phone.newPage();
  await signInAs(foreman, page);
  await page.goto('/crew');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const work = page.getByRole('dialog', { name: 'Start on other work' });
  await work.getByLabel('Project').click();
  await page.getByRole('option', { name: 'Riverside Tower' }).click();
  await work.getByRole('button', { name: 'Use this' }).click();
  await expect(page.getByText('Not on this project’s team')).toBeVisible();
  const start = page.getByRole('button', { name: 'Start 3 people' });

  await phone.setOffline(true);
  await start.click();
  const before = page.getByRole('dialog', { name: 'Before it is saved' });
  await expect(before.getByText('Cole Ramsey')).toBeVisible();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await phone.setOffline(false);

  await start.click();
  const refused = page.getByRole('dialog', { name: '1 person is not clocked in' });
  await expect(refused.getByText('Cole Ramsey')).toBeVisible();
  await expect(page.getByText('2 people clocked in')).toBeVisible();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await refused.getByRole('button', { name: 'Take off the list' }).click();
  const running = must(
    await owner.from('time_entries').select('employee_id').eq('company_id', company.id),
  );
  expect(running.map(({ employee_id }) => employee_id).sort()).toEqual(
    people
      .slice(0, 2)
      .map(({ employeeId }) => employeeId)
      .sort(),
  );
  if (process.env['LOOK']) {
    const shot = (name: string) => page.screenshot({ path: `${process.env['LOOK']}/${name}.png` });
    await page.getByRole('checkbox', { name: /Cole Ramsey/ }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await work.getByLabel('Project').click();
    await page.getByRole('option', { name: 'Riverside Tower' }).click();
    await work.getByRole('button', { name: 'Use this' }).click();
    await page.getByRole('button', { name: 'Start 1 person' }).click();
    await expect(refused).toBeVisible();
    for (const theme of ['light', 'dark'] as const)
      for (const height of [844, 640]) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width: height === 844 ? 390 : 360, height });
        await shot(`crew-refused-${theme}-${height}`);
      }
    await page.keyboard.press('Escape');
    for (const theme of ['light', 'dark'] as const)
      for (const height of [844, 640]) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width: height === 844 ? 390 : 360, height });
        await shot(`crew-${theme}-${height}`);
      }
    await phone.setOffline(true);
    await page.getByRole('button', { name: 'Start 1 person' }).click();
    await shot('crew-known-640');
    await page.getByRole('button', { name: 'Save all; the office decides' }).click();
    await page.waitForTimeout(1500);
    await shot('crew-unsent-640');
    await page.goto('/my-status').catch(() => undefined);
    await phone.setOffline(false);
    await page.goto('/crew');
    await expect(page.getByText(/is not counted yet/)).toBeVisible();
    await shot('crew-held-640');
    await page.evaluate(() => localStorage.setItem('chalkline.language', 'es'));
    must(
      await foreman.client
        .from('preferences')
        .upsert({ user_id: foreman.id, language: 'es' })
        .select(),
    );
    await page.reload();
    await page.waitForTimeout(3000);
    await shot('crew-held-es-640');
  }
  await phone.close();
});
