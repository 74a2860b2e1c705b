import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';

test.use({ viewport: { width: 1180, height: 820 } });

test('a tablet is paired, clocks someone in by PIN and is revoked', { tag: MODULE }, async ({
  page,
  company,
}) => {
  const { client } = company.owner;
  const rosa = await company.addPerson('employee', ['Rosa', 'Delgado']);
  must(
    await client.rpc('set_employee_pin', { employee_id_param: rosa.employeeId, pin_param: '4711' }),
  );
  must(
    await client.from('clock_questions').insert({
      moment: 'out',
      text_en: 'Were you injured today?',
      text_es: '¿Te lastimaste hoy?',
    }),
  );
  const code = must(
    await client.rpc('create_kiosk', {
      name_param: 'Trailer',
      project_id_param: company.projects[0]?.id ?? null,
    }),
  );

  await page.goto('/kiosk');
  await page.getByLabel('Pairing code').fill(String(code));
  await page.getByRole('button', { name: 'Pair' }).click();
  await page.getByRole('button', { name: /Everyone/ }).click();
  await page.getByRole('button', { name: /Rosa Delgado/ }).click();
  await page.getByLabel('Enter your PIN').fill('9999');
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Wrong PIN. 4 tries left.')).toBeVisible();
  for (const digit of '4711') await page.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await page
    .getByRole('button', { name: company.projects[0]?.name ?? '' })
    .first()
    .click();
  await expect(page.getByRole('status')).toHaveText('Rosa, you are clocked in');
  const entries = must(
    await client
      .from('time_entries')
      .select('source, clock_out')
      .eq('employee_id', rosa.employeeId),
  );
  expect(entries).toEqual([{ source: 'kiosk', clock_out: null }]);

  await page.getByRole('button', { name: 'Done' }).click();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /Rosa Delgado/ }).click();
  await page.getByLabel('Enter your PIN').fill('4711');
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Clock out' }).click();
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await expect(page.getByText('Were you injured today?')).toBeVisible();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.context().setOffline(false);
  await expect(page.getByText('All punches sent')).toBeVisible();
  await expect
    .poll(async () => must(await client.from('clock_answers').select('answer, moment')))
    .toEqual([{ answer: 'no', moment: 'out' }]);
  const after = must(
    await client.from('time_entries').select('clock_out').eq('employee_id', rosa.employeeId),
  );
  expect(after).toEqual([{ clock_out: expect.any(String) }]);

  const [kiosk] = must(await client.from('kiosks').select('id'));
  must(await client.rpc('revoke_kiosk', { kiosk_id_param: kiosk?.id ?? '' }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pair this tablet' })).toBeVisible();
});
