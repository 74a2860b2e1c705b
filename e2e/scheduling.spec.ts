import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { choose } from './support/time.ts';

const DAY = '2027-03-10';
const at = (time: string, day = DAY): string => `${day}T${time}:00-05:00`;

test('planned by mouse and keyboard, published, acknowledged, changed', async ({
  page,
  browser,
  company,
  signInAs,
}) => {
  test.slow();
  const { client } = company.owner;
  await client.from('companies').update({ time_zone: 'America/New_York' }).eq('id', company.id);
  const ana = await company.addPerson('employee', ['Ana', 'Diaz']);
  const bo = await company.addPerson('employee', ['Bo', 'Lind']);
  const { data: project } = await client
    .from('projects')
    .insert({ name: 'Harbor Tower' })
    .select('id')
    .single();
  const { data: shift } = await client
    .from('shifts')
    .insert({
      employee_id: ana.employeeId,
      project_id: project?.id ?? '',
      starts_at: at('07:00'),
      ends_at: at('15:30'),
    })
    .select('id')
    .single();
  const read = async () =>
    (
      await client
        .from('shifts')
        .select('employee_id, work_date, status, acknowledged_at')
        .eq('id', shift?.id ?? '')
        .single()
    ).data;

  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(company.owner);
  await page.goto(`/scheduling?from=${DAY}`);
  const piece = page.getByRole('button', { name: /Harbor Tower, Draft/ });
  await expect(piece).toBeVisible();

  // By mouse: to the next day of the colleague.
  const target = page.locator(`[data-cell="${bo.employeeId}"][data-day="2027-03-11"]`);
  await piece.dragTo(target);
  await expect(
    page.getByRole('button', { name: /^Bo Lind, Thursday, March 11, 2027/ }),
  ).toBeVisible();
  await expect
    .poll(read)
    .toMatchObject({ employee_id: bo.employeeId, work_date: '2027-03-11', status: 'draft' });

  // By keyboard: back up to Ana, one day earlier.
  await piece.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect.poll(read).toMatchObject({ employee_id: ana.employeeId, work_date: DAY });

  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await expect(page.getByText('1 change published')).toBeVisible();

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await signInAs(ana, phone);
  await phone.goto('/scheduling');
  await expect(phone.getByRole('heading', { name: 'My schedule' })).toBeVisible();
  const { data: mine } = await ana.client.rpc('my_shifts', {
    start_date_param: DAY,
    end_date_param: DAY,
  });
  expect(mine).toMatchObject([{ id: shift?.id, acknowledged_at: null }]);
  await ana.client.rpc('acknowledge_shift', { shift_id_param: shift?.id ?? '' });
  await phone.close();
  await expect.poll(async () => (await read())?.acknowledged_at).not.toBeNull();

  // A change after publication is a draft again, made in the form.
  await page.getByRole('button', { name: /Harbor Tower, Published/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Published. A change is told/)).toBeVisible();
  await dialog.getByLabel('Start').fill('6:30a');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Publish 1 change' })).toBeVisible();
  expect(await read()).toMatchObject({ status: 'draft' });

  // A week of forty people: a crew planned in the form, copied to the week after by the keyboard.
  const { data: crew } = await client.from('crews').insert({ name: 'Forty' }).select('id').single();
  const { data: people } = await client
    .from('employees')
    .insert(
      Array.from({ length: 40 }, (_, index) => ({
        company_id: company.id,
        first_name: 'Crew',
        last_name: `Member ${index + 10}`,
        role: 'employee',
      })),
    )
    .select('id');
  must(
    await client.from('crew_members').insert(
      (people ?? []).map(({ id }) => ({
        crew_id: crew?.id ?? '',
        employee_id: id,
        from_date: '2027-01-01',
      })),
    ),
  );
  await page.goto('/scheduling?from=2027-04-05');
  await page.getByRole('button', { name: 'Add shift' }).click();
  await choose(dialog, 'Who', /Forty/);
  await choose(dialog, 'Project', 'Harbor Tower');
  await dialog.getByRole('textbox', { name: 'Date' }).fill('04/05/2027');
  await dialog.getByRole('combobox', { name: 'Repeat' }).click();
  await page.getByRole('option', { name: 'Every working day this week' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Publish 200 changes' })).toBeVisible();
  const monday = page
    .locator(`[data-cell="${crew?.id}"][data-day="2027-04-05"]`)
    .getByRole('button', { name: /Harbor Tower/ });
  await monday.focus();
  await page.keyboard.press('Space');
  for (let days = 0; days < 5; days += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Publish 240 changes' })).toBeVisible();
});
