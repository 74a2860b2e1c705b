import type { Locator, Page } from '@playwright/test';
import { addDays, comingMonday } from '../testing/coming-days.ts';
import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import type { Company } from './support/company.ts';
import { dragByFinger, middleOf } from './support/touch.ts';

/** A zone whose clocks never change, so that a week ahead may be any. */
const ZONE = 'Etc/GMT+5';
const DAY = addDays(comingMonday(), 2);
const NEXT_DAY = addDays(DAY, 1);
const at = (time: string, day = DAY): string => `${day}T${time}:00-05:00`;
const written = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(new Date(day));

/** The days of three later weeks, by their number from the Monday of the first. */
const later = (days: number): string => addDays(comingMonday(4), days);

async function prepare({ id, owner: { client } }: Company) {
  must(await client.from('companies').update({ time_zone: ZONE }).eq('id', id).select());
  return client;
}

test('planned by mouse and keyboard, published, acknowledged, changed', { tag: MODULE }, async ({
  page,
  browser,
  company,
  signInAs,
}) => {
  test.slow();
  const client = await prepare(company);
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
  const target = page.locator(`[data-cell="${bo.employeeId}"][data-day="${NEXT_DAY}"]`);
  await piece.dragTo(target);
  const thursday = written(NEXT_DAY, { dateStyle: 'full' });
  await expect(
    page.getByRole('button', { name: new RegExp(`^Bo Lind, ${thursday}`) }),
  ).toBeVisible();
  await expect
    .poll(read)
    .toMatchObject({ employee_id: bo.employeeId, work_date: NEXT_DAY, status: 'draft' });

  // By keyboard: back up to Ana, one day earlier.
  await piece.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: /^Ana Diaz.*Harbor Tower, Draft/ })).toBeFocused();
  await expect.poll(read).toMatchObject({ employee_id: ana.employeeId, work_date: DAY });

  // Publishing shows first who is notified, and can be undone before anybody is.
  const publish = page.getByRole('button', { name: 'Publish 1 change' });
  const review = page.getByRole('dialog', { name: /^Publish 1 change/ });
  await publish.click();
  await expect(review.getByText('1 of 1 people gets a message')).toBeVisible();
  await review.getByRole('button', { name: 'Publish 1 change' }).click();
  await expect(page.getByText('1 change published')).toBeVisible();
  await expect(review).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect.poll(read).toMatchObject({ status: 'draft' });
  await publish.click();
  await review.getByRole('button', { name: 'Publish 1 change' }).click();
  await expect.poll(read).toMatchObject({ status: 'published' });
  await expect(review).toBeHidden();

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await signInAs(ana, phone);
  await phone.goto('/scheduling');
  await expect(phone.getByRole('heading', { name: 'My schedule' })).toBeVisible();
  expect(await read()).toMatchObject({ acknowledged_at: null });
  await phone.getByRole('button', { name: 'Acknowledge 1 shift' }).click();
  await expect.poll(async () => (await read())?.acknowledged_at).not.toBeNull();
  await expect(phone.getByRole('button', { name: /^Acknowledge/ })).toHaveCount(0);
  await phone.close();

  // A change after publication is a draft again, made in the form.
  await page.getByRole('button', { name: /Harbor Tower, Published/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Published. A change is announced/)).toBeVisible();
  await dialog.getByLabel('Start').fill('6:30a');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Publish 1 change' })).toBeVisible();
  expect(await read()).toMatchObject({ status: 'draft' });
});

test('a week of forty people by keyboard, by mouse and by touch', async ({
  page,
  browser,
  company,
  signInAs,
}) => {
  test.slow();
  const client = await prepare(company);
  await client.from('projects').insert({ name: 'Harbor Tower' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(company.owner);
  const dialog = page.getByRole('dialog');
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
        from_date: comingMonday(),
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
  await page.goto(`/scheduling?from=${later(0)}`);
  const add = page.getByRole('button', { name: 'Add shift' });
  // A key does not wait for the button, as a click does.
  await expect(add).toBeEnabled();
  await add.press('Enter');
  const choose = async (field: Locator, option: string, typed?: string) => {
    await field.press('Enter');
    await page.getByRole('option', { name: option }).waitFor();
    if (typed) {
      await page.keyboard.type(typed);
      await expect(page.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Enter');
    } else await page.getByRole('option', { name: option }).press('Enter');
    await expect(field).toContainText(option);
    // A list that closes gives the focus back a moment later.
    await expect(field).toBeFocused();
  };
  await choose(dialog.getByLabel('Who'), 'Forty', 'Forty');
  await choose(dialog.getByLabel('Project'), 'Harbor Tower', 'Harbor');
  const repeat = dialog.getByRole('combobox', { name: 'Repeat' });
  await choose(repeat, 'Every working day this week');
  await dialog.getByLabel('End').press('Enter');
  await expect(page.getByRole('button', { name: 'Publish 200 changes' })).toBeVisible();
  await bar(page, crew?.id, later(0)).press('Space');
  for (let days = 0; days < 5; days += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Publish 240 changes' })).toBeVisible();
  expect(await planned(later(0), later(5))).toHaveLength(240);

  // By mouse: last week once more, its Saturday moved to Sunday.
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Copy last week' }).click();
  await expect(page.getByRole('button', { name: 'Publish 240 changes' })).toBeVisible();
  await bar(page, crew?.id, later(12)).dragTo(cell(page, crew?.id, later(6)));
  await expect(bar(page, crew?.id, later(6))).toBeVisible();
  await expect.poll(async () => (await planned(later(6), later(6))).length).toBe(40);

  // By touch on a phone: nine taps plan forty people for a week, three more a copy of one crew day.
  const handheld = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await signInAs(company.owner, handheld);
  await handheld.goto(`/scheduling?from=${later(14)}`);
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
  const friday = handheld.getByRole('button', {
    name: new RegExp(
      `^${written(later(18), { weekday: 'short', month: 'short', day: 'numeric' })}, 40 people`,
    ),
  });
  await friday.tap();
  await expect(friday).toHaveAttribute('aria-pressed', 'true');
  await tap(/^Forty · 40 people/);
  await sheet.getByRole('button', { name: 'Copy' }).tap();
  await expect(sheet.getByRole('textbox', { name: 'Date' })).toHaveValue(
    written(later(19), { year: 'numeric', month: '2-digit', day: '2-digit' }),
  );
  await sheet.getByRole('button', { name: 'Save' }).tap();
  await expect(handheld.getByRole('button', { name: 'Publish 240 changes' })).toBeVisible();
  await handheld.close();

  // On a tablet a finger that rests carries one person's shift to Sunday; in the hours of a day it
  // makes another's longer. What is published is what the planner sees.
  const tablet = await browser.newPage({ viewport: { width: 768, height: 1024 }, hasTouch: true });
  await signInAs(company.owner, tablet);
  await tablet.goto(`/scheduling?from=${later(14)}`);
  const [first, second] = (people ?? []).map(({ id }) => id);
  const monday = bar(tablet, first, later(14));
  await dragByFinger(
    tablet,
    await middleOf(monday),
    await middleOf(cell(tablet, first, later(13))),
    () => expect(monday).toHaveCSS('opacity', '0.35'),
  );
  await expect(bar(tablet, first, later(13))).toBeVisible();
  await expect.poll(() => planned(later(13), later(13))).toHaveLength(1);
  await tablet.goto(`/scheduling?from=${later(15)}&span=day`);
  const endOfTuesday = async () =>
    (await planned(later(15), later(15))).find((shift) => shift.employee_id === second)?.ends_at;
  const earlier = await endOfTuesday();
  const tuesday = bar(tablet, second, later(15));
  const edge = await middleOf(tuesday, 10);
  await dragByFinger(tablet, edge, { x: edge.x + 60, y: edge.y });
  await expect(tuesday).toHaveAccessibleName(/7:00 AM – 5:30 PM/);
  await expect.poll(endOfTuesday).not.toBe(earlier);
  await tablet.goto(`/scheduling?from=${later(14)}`);
  await tablet.getByRole('button', { name: 'Publish 240 changes' }).tap();
  await tablet.getByRole('dialog').getByRole('button', { name: 'Publish 240 changes' }).tap();
  await expect(tablet.getByText('240 changes published')).toBeVisible();
  const week = await planned(later(13), later(19));
  expect(week).toHaveLength(240);
  expect(week.filter(({ status }) => status === 'published')).toHaveLength(240);
  expect(
    week
      .filter(({ employee_id }) => employee_id === first)
      .map((s) => s.work_date)
      .sort(),
  ).toEqual([13, 15, 16, 17, 18, 19].map(later));
  const longer = week.find((s) => s.employee_id === second && s.work_date === later(15));
  expect(Date.parse(longer?.ends_at ?? '')).toBe(Date.parse(at('17:30', later(15))));
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
