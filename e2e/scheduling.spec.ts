import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { dragByFinger, middleOf } from './support/touch.ts';

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
  await expect(page.getByRole('button', { name: /^Ana Diaz.*Harbor Tower, Draft/ })).toBeFocused();
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

  // A week of forty people, by keyboard, by mouse and by touch.
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
  const planned = async (from: string, to: string) =>
    must(
      await client
        .from('shifts')
        .select('employee_id, work_date, starts_at, ends_at, status')
        .in(
          'employee_id',
          (people ?? []).map(({ id }) => id),
        )
        .gte('work_date', from)
        .lte('work_date', to),
    ) as { employee_id: string; work_date: string; ends_at: string; status: string }[];
  const cell = (on: Page, row: string | undefined, day: string) =>
    on.locator(`[data-cell="${row}"][data-day="${day}"]`);
  const bar = (on: Page, row: string | undefined, day: string) =>
    cell(on, row, day).getByRole('button', { name: /Harbor Tower/ });

  // By keyboard: the form, then Saturday copied from Monday.
  await page.goto('/scheduling?from=2027-04-05');
  await page.getByRole('button', { name: 'Add shift' }).press('Enter');
  await dialog.getByLabel('Who').press('Enter');
  await page.getByRole('option', { name: /Forty/ }).waitFor();
  await page.keyboard.type('Forty');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Project').press('Enter');
  await page.getByRole('option', { name: /Harbor Tower/ }).waitFor();
  await page.keyboard.type('Harbor');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Project')).toContainText('Harbor Tower');
  await dialog.getByRole('combobox', { name: 'Repeat' }).press('Enter');
  await page.getByRole('option', { name: 'Every working day this week' }).press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Repeat' })).toHaveText(/working day/);
  await dialog.getByLabel('End').press('Enter');
  await expect(page.getByRole('button', { name: 'Publish 200 changes' })).toBeVisible();
  await bar(page, crew?.id, '2027-04-05').press('Space');
  for (let days = 0; days < 5; days += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Publish 240 changes' })).toBeVisible();
  expect(await planned('2027-04-05', '2027-04-10')).toHaveLength(240);

  // By mouse: last week once more, its Saturday moved to Sunday.
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Copy last week' }).click();
  await expect(page.getByRole('button', { name: 'Publish 240 changes' })).toBeVisible();
  await bar(page, crew?.id, '2027-04-17').dragTo(cell(page, crew?.id, '2027-04-11'));
  await expect(bar(page, crew?.id, '2027-04-11')).toBeVisible();
  await expect.poll(async () => (await planned('2027-04-11', '2027-04-11')).length).toBe(40);

  // By touch on a phone: nine taps plan forty people for a week, three more a copy of one crew day.
  const handheld = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await signInAs(company.owner, handheld);
  await handheld.goto('/scheduling?from=2027-04-19');
  const sheet = handheld.getByRole('dialog');
  const tap = (name: string | RegExp) => handheld.getByRole('button', { name }).tap();
  await tap('Add shift');
  await sheet.getByLabel('Who').tap();
  await handheld.getByRole('option', { name: /Forty/ }).tap();
  await sheet.getByLabel('Project').tap();
  await handheld.getByRole('option', { name: 'Harbor Tower' }).tap();
  await sheet.getByRole('combobox', { name: 'Repeat' }).tap();
  await handheld.getByRole('option', { name: 'Every working day this week' }).tap();
  await sheet.getByRole('button', { name: 'Save' }).tap();
  await expect(handheld.getByRole('button', { name: 'Publish 200 changes' })).toBeVisible();
  await tap(/^Fri, Apr 23, 40 people/);
  await tap(/^Forty · 40 people/);
  await sheet.getByRole('button', { name: 'Copy' }).tap();
  await expect(sheet.getByRole('textbox', { name: 'Date' })).toHaveValue('04/24/2027');
  await sheet.getByRole('button', { name: 'Save' }).tap();
  await expect(handheld.getByRole('button', { name: 'Publish 240 changes' })).toBeVisible();
  await handheld.close();

  // On a tablet a finger that rests carries one person's shift to Sunday; in the hours of a day it
  // makes another's longer. What is published is what the planner sees.
  const tablet = await browser.newPage({ viewport: { width: 768, height: 1024 }, hasTouch: true });
  await signInAs(company.owner, tablet);
  await tablet.goto('/scheduling?from=2027-04-19');
  const [first, second] = (people ?? []).map(({ id }) => id);
  const monday = bar(tablet, first, '2027-04-19');
  await dragByFinger(
    tablet,
    await middleOf(monday),
    await middleOf(cell(tablet, first, '2027-04-18')),
    () => expect(monday).toHaveCSS('opacity', '0.35'),
  );
  await expect(bar(tablet, first, '2027-04-18')).toBeVisible();
  await tablet.goto('/scheduling?from=2027-04-20&span=day');
  const tuesday = bar(tablet, second, '2027-04-20');
  const edge = await middleOf(tuesday, 10);
  await dragByFinger(tablet, edge, { x: edge.x + 60, y: edge.y });
  await expect(tuesday).toHaveAccessibleName(/7:00 AM – 5:30 PM/);
  await tablet.goto('/scheduling?from=2027-04-19');
  await tablet.getByRole('button', { name: 'Publish 240 changes' }).tap();
  await expect(tablet.getByText('240 changes published')).toBeVisible();
  const week = await planned('2027-04-18', '2027-04-24');
  expect(week).toHaveLength(240);
  expect(week.filter(({ status }) => status === 'published')).toHaveLength(240);
  expect(
    week
      .filter(({ employee_id }) => employee_id === first)
      .map((s) => s.work_date)
      .sort(),
  ).toEqual(['18', '20', '21', '22', '23', '24'].map((day) => `2027-04-${day}`));
  const longer = week.find((s) => s.employee_id === second && s.work_date === '2027-04-20');
  expect(Date.parse(longer?.ends_at ?? '')).toBe(Date.parse('2027-04-20T17:30:00-04:00'));
  await tablet.close();
  // The history says what each was made with.
  const { data: made } = await client
    .from('audit_events')
    .select('source')
    .eq('entity', 'shifts')
    .eq('action', 'created')
    .order('occurred_at', { ascending: false })
    .limit(400);
  expect(new Set(made?.map(({ source }) => source))).toEqual(new Set(['mobile', 'web']));
});
