import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { choose, entriesOf } from './support/time.ts';

const SITE = { latitude: 39.7392, longitude: -104.9903 };

test('on site: the owner switches it on, who is elsewhere reads whom to call, the foreman overrides, offline is held', async ({
  page,
  context,
  browser,
  company,
  signInAs,
}) => {
  const foreman = await company.addPerson('foreman', ['Luis', 'Ortega']);
  const worker = await company.addPerson('employee', ['Amir', 'Khan']);
  const { client } = company.owner;
  const projectId = company.projects[0]?.id ?? '';
  must(
    await client
      .from('geofences')
      .insert({ company_id: company.id, project_id: projectId, radius_m: 90, ...SITE })
      .select('id'),
  );
  must(
    await client
      .from('companies')
      .update({ capture_location: true })
      .eq('id', company.id)
      .select('id'),
  );
  must(
    await client
      .from('employees')
      .update({ phone: '+1 303 555 0110' })
      .eq('id', foreman.employeeId)
      .select('id'),
  );
  const crew = must(
    await client
      .from('crews')
      .insert({ company_id: company.id, name: 'Concrete', foreman_id: foreman.employeeId })
      .select('id')
      .single(),
  ) as { id: string };
  must(
    await client
      .from('crew_members')
      .insert({
        company_id: company.id,
        crew_id: crew.id,
        employee_id: worker.employeeId,
        from_date: '2020-01-01',
      })
      .select('id'),
  );

  await test.step('the owner switches the rule on', async () => {
    await signInAs(company.owner);
    await page.goto('/settings?tab=clock');
    await page.getByRole('button', { name: 'Change the rules of Everyone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'On site to clock in or switch' }).click();
    await page.getByRole('option', { name: 'Needed; without a position, stop' }).click();
    await dialog.getByRole('button', { name: 'Try it on a day' }).click();
    await expect(dialog.getByText('Nobody punched on that day.')).toBeVisible();
    await expectAccessible(page, 'rules of the clock');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText('Must be on site to clock in or switch; without a position they are stopped.'),
    ).toBeVisible();
  });

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    permissions: ['geolocation'],
    geolocation: { latitude: 39.8, longitude: SITE.longitude, accuracy: 8 },
  });
  const away = await phone.newPage();
  await away.addInitScript(
    ([session]) => {
      localStorage.setItem('chalkline.location', 'on');
      if (!localStorage.getItem('chalkline.session'))
        localStorage.setItem('chalkline.session', session ?? '');
    },
    [JSON.stringify(worker.session)],
  );

  await test.step('who is elsewhere reads why and whom to call; what was chosen stays', async () => {
    await away.goto('/my-status');
    const timer = away.getByRole('region', { name: 'Timer', exact: true });
    await choose(timer, 'Project', 'Riverside Tower');
    await timer.getByRole('button', { name: 'Start', exact: true }).click();
    const dialog = away.getByRole('dialog', { name: 'You are not on the site' });
    await expect(dialog.getByRole('link', { name: /Luis Ortega/ })).toHaveAttribute(
      'href',
      'tel:+13035550110',
    );
    await expectAccessible(away, 'a refused start');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(timer.getByRole('combobox', { name: 'Project' })).toContainText('Riverside Tower');
    expect(await entriesOf(worker)).toEqual([]);
  });

  await test.step('a start without a signal is held and says why', async () => {
    await phone.setOffline(true);
    const timer = away.getByRole('region', { name: 'Timer', exact: true });
    await timer.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(away.getByText(/On the clock since/)).toBeVisible();
    await phone.setOffline(false);
    await expect(
      away.getByText('You were not on the site of the project. A manager decides.').first(),
    ).toBeVisible();
    const held = must(await worker.client.from('held_events').select('problem'));
    expect(held).toEqual([{ problem: 'clock_rule' }]);
    expect(await entriesOf(worker)).toEqual([]);
  });

  await test.step('the foreman starts that clock with a reason', async () => {
    await signInAs(foreman);
    await page.goto('/crew');
    await page.getByLabel(/Amir Khan/).check();
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog, 'Project', 'Riverside Tower');
    await dialog.getByRole('button', { name: 'Use this' }).click();
    await page.getByRole('button', { name: 'Start 1 person' }).click();
    await expect(dialog.getByText('Amir Khan: no position that shows the site')).toBeVisible();
    await dialog.getByLabel('Reason', { exact: true }).fill('Picks up lumber');
    await dialog.getByRole('button', { name: 'Start 1 person' }).click();
    await expect(page.getByText('1 person clocked in')).toBeVisible();
    const noted = must(await client.from('clock_rule_exceptions').select('rule, outcome, reason'));
    expect(noted).toEqual([{ rule: 'no_fix', outcome: 'overridden', reason: 'Picks up lumber' }]);
  });
  await phone.close();
  await context.close();
});
