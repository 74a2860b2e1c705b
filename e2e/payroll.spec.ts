import type { Locator, Page } from '@playwright/test';
import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import type { Company, Person } from './support/company.ts';
import { failRefresh } from './support/failing.ts';
import { downloaded, parseCsv } from './support/files.ts';
import { tabTo } from './support/keyboard.ts';
import { addEntry, toast } from './support/time.ts';

/** A week that is over: 44 hours at 30.00 from Monday to Thursday. */
const WEEK = { start: '2026-11-01', end: '2026-11-07' };
const ADDRESS = `/payroll?from=${WEEK.start}`;

async function weeklyPeriods(company: Company): Promise<void> {
  must(
    await company.owner.client
      .from('companies')
      .update({ pay_period_kind: 'weekly', pay_period_anchor: WEEK.start })
      .eq('id', company.id),
  );
}

async function workFortyFour(company: Company, person: Person): Promise<void> {
  for (const day of ['02', '03', '04', '05']) {
    await addEntry(company, person, {
      from: `2026-11-${day}T12:00:00Z`,
      to: `2026-11-${day}T23:00:00Z`,
    });
  }
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('fixes, explains, approves, locks and exports a period', { tag: MODULE }, async ({
  page,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  await weeklyPeriods(company);
  const amir = await company.addPerson('employee', ['Amir', 'Khan']);
  const tess = await company.addPerson('employee', ['Tess', 'Soto']);
  await workFortyFour(company, amir);
  // Nobody may leave an entry open that long for themselves; managers may.
  const forTess = { ...company.owner, employeeId: tess.employeeId };
  const open = await addEntry(company, forTess, { from: '2026-11-03T12:00:00Z', to: null });
  await signInAs(company.owner);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Edit Riverside Tower' }).click();
  await page.getByRole('switch', { name: 'Prevailing wage' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Project saved')).toBeVisible();
  await page.goto(ADDRESS);

  await expect(row(page, 'Amir Khan')).toContainText('40:00');
  await expect(row(page, 'Amir Khan')).toContainText('4:00');
  await expect(row(page, 'Amir Khan')).toContainText('1,380.00');
  await expect(row(page, 'Tess Soto')).toContainText('Missing clock-out');

  const size = page.viewportSize();
  await page.setViewportSize({ width: 820, height: 1000 });
  await expect(page.getByRole('table')).toHaveCount(0);
  const main = await page.locator('main').evaluate((element) => ({
    room: element.clientWidth,
    content: element.scrollWidth,
  }));
  expect(main.content).toBe(main.room);
  await page.setViewportSize({ width: 390, height: 844 });
  const picker = page.getByRole('combobox', { name: 'Pay period' });
  await expect.poll(async () => (await picker.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.setViewportSize(size ?? { width: 1280, height: 720 });
  await expect(row(page, 'Amir Khan')).toBeVisible();
  await expectAccessible(page, 'a period with hours');

  await page.getByRole('link', { name: 'Amir Khan' }).click();
  const panel = page.getByRole('dialog', { name: 'Amir Khan' });
  await expect(panel).toContainText(
    'Thursday: 7 h regular, 4 h overtime, over 40 hours in the week',
  );
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Clock out Tess Soto at/ }).click();
  await expect(toast(page, 'Clock-out set')).toBeVisible();
  const [ended] = must(
    await company.owner.client.from('time_entries').select('clock_out').eq('id', open),
  );
  expect(new Date(ended?.clock_out ?? 0).toISOString()).toBe('2026-11-03T23:00:00.000Z');

  const approve = page.getByRole('button', { name: 'Approve 2 people' });
  await expect(approve).toBeEnabled();
  const refresh = await failRefresh(page, '**/rpc/payroll_overview*', expectedConsoleErrors);
  await approve.click();
  await expect(toast(page, '2 people approved')).toBeVisible();
  await expect(refresh.notice).toBeVisible();
  await expect(row(page, 'Amir Khan')).toContainText('40:00');
  await refresh.tryAgain();
  await expect(refresh.notice).toHaveCount(0);
  await page.getByRole('button', { name: 'Lock period' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock period' }).click();
  await expect(toast(page, 'Pay period locked')).toBeVisible();

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Payroll Data' });
  await expect(dialog.getByLabel('Start Date')).toHaveValue('11/01/2026');
  await expect(dialog.getByLabel('End Date')).toHaveValue('11/07/2026');
  await dialog.getByRole('combobox', { name: 'Export Format' }).click();
  await page.getByRole('option', { name: 'CSV, every line for other systems' }).click();
  const generic = await downloaded(page, () =>
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  const [heads = [], ...lines] = parseCsv(generic.content.toString());
  expect(new Set(lines.map((cells) => cells[heads.indexOf('certified')]))).toEqual(new Set(['Y']));
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Export Format' }).click();
  await page.getByRole('option', { name: 'Gusto' }).click();
  await expect(dialog).toContainText("the file can't be created");
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  await dialog.getByLabel('ID of Amir Khan').fill('5G9934');
  await dialog.getByLabel('ID of Tess Soto').fill('5G9935');
  await dialog.getByRole('button', { name: 'Save IDs' }).click();
  const file = await downloaded(page, () =>
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  expect(parseCsv(file.content.toString()).slice(1)).toEqual([
    ['Khan', 'Amir', '', '5G9934', '40.00', '4.00', ''],
    ['Soto', 'Tess', '', '5G9935', '11.00', '', ''],
  ]);
  // A toast under the mouse stays and would cover the button.
  await page.mouse.move(0, 0);
  const again = await downloaded(page, () =>
    page.getByRole('button', { name: /^Download .* Gusto, again$/ }).click(),
  );
  expect(again.content.equals(file.content)).toBe(true);

  await page.goto('/settings?tab=overtime');
  // The company's rule stands before those of single projects and people.
  // By keyboard: cards above it may still be loading, and the list moves with its field.
  await page.getByRole('combobox', { name: 'Rule', exact: true }).first().press('Enter');
  await page.getByRole('option', { name: 'Alaska' }).press('Enter');
  await expect(page.getByText('What would have changed in the last period')).toBeVisible();
  await page.getByLabel('From', { exact: true }).first().fill('11/1/2026');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: /^Who is owed what, Nov 1/ })).toBeVisible();
  // Eleven hours on each of four days: twelve hours over eight a day instead of four over forty.
  await expect(row(page, 'Amir Khan')).toContainText(/4:00.*12:00.*\$120\.00/);
  await expect(row(page, 'Tess Soto')).toContainText(/0:00.*3:00.*\$45\.00/);
  await page.getByRole('button', { name: 'Save Rule' }).first().click();
  await expect(toast(page, 'Overtime rule saved')).toBeVisible();
  await page.goto('/payroll?from=2026-11-08');
  await expect(page.getByText('Amir Khan: $120.00 for Nov 1 – 7, 2026')).toBeVisible();
  await page.goto(ADDRESS);
  await expect(row(page, 'Amir Khan')).toContainText('1,380.00');

  await page.getByRole('button', { name: 'Unlock' }).click();
  const unlock = page.getByRole('alertdialog');
  await unlock.getByLabel('Why are you unlocking it?').fill('A day was missing');
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await expect(toast(page, 'Pay period unlocked')).toBeVisible();
});

test('a worker sees who changed the hours and why, signs, and is asked again', async ({
  page,
  company,
  signInAs,
}) => {
  await weeklyPeriods(company);
  const amir = await company.addPerson('employee', ['Amir', 'Khan']);
  const id = await addEntry(company, amir, {
    from: '2026-11-03T12:00:00Z',
    to: '2026-11-03T20:00:00Z',
  });
  const change = async (clockOut: string, reason: string) =>
    must(
      await company.owner.client.rpc('save_time_entry', {
        id_param: id,
        employee_id_param: amir.employeeId,
        clock_in_param: '2026-11-03T12:00:00Z',
        clock_out_param: clockOut,
        project_id_param: company.projects[0]?.id ?? '',
        reason_param: reason,
      }),
    );
  await change('2026-11-03T19:00:00Z', 'Gate log says two');
  await signInAs(amir);
  await page.goto(ADDRESS);

  await expect(page.getByText('Tuesday: 7 h regular')).toBeVisible();
  // Among all changes, and once more above the signature.
  await expect(page.getByText('Reason: Gate log says two')).toHaveCount(2);
  await page.getByRole('button', { name: 'Looks right' }).click();
  await expect(page.getByText(/^You signed on/)).toBeVisible();
  const [signature] = must(
    await amir.client.from('timesheet_signatures').select('signed_name, language, statement'),
  );
  expect(signature).toMatchObject({ signed_name: 'Amir Khan', language: 'en' });
  expect(signature?.statement).toContain('7 h in total');

  await change('2026-11-03T19:30:00Z', 'Amir was right');
  await page.reload();
  await expect(page.getByText('Your hours changed after you answered.')).toBeVisible();
  await page.getByText('Tue, Nov 3', { exact: true }).click();
  await page.getByRole('button', { name: 'Something is wrong' }).first().click();
  const dispute = page.getByRole('alertdialog');
  const note = dispute.getByLabel('Tell your manager what is wrong');
  await expect(note).toHaveValue('Tue, Nov 3: ');
  await note.pressSequentially('half an hour is missing');
  await dispute.getByRole('button', { name: 'Send' }).click();
  await expect(
    page.getByText(/that these hours are wrong: Tue, Nov 3: half an hour/),
  ).toBeVisible();
});

test('is run with the keyboard alone, to a file with the columns of the customer', async ({
  page,
  company,
  signInAs,
}) => {
  await weeklyPeriods(company);
  const amir = await company.addPerson('employee', ['Amir', 'Khan']);
  await workFortyFour(company, amir);
  const idle = await company.addPerson('employee', ['Tess', 'Soto']);
  const forTess = { ...company.owner, employeeId: idle.employeeId };
  await addEntry(company, forTess, { from: '2026-11-03T12:00:00Z', to: null });
  await signInAs(company.owner);
  await page.goto(ADDRESS);
  const press = async (target: Locator, key = 'Tab') => {
    await tabTo(page, target, key);
    await page.keyboard.press('Enter');
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  await press(page.getByRole('button', { name: /^Clock out Tess Soto at/ }));
  await expect(toast(page, 'Clock-out set')).toBeVisible();
  await press(page.getByRole('link', { name: 'Amir Khan' }));
  await expect(page.getByRole('dialog')).toContainText('Thursday: 7 h regular, 4 h overtime');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Amir Khan' })).toBeFocused();

  await press(button('Approve 2 people'), 'Shift+Tab');
  await expect(toast(page, '2 people approved')).toBeVisible();
  await press(button('Lock period'), 'Shift+Tab');
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Lock period' }));
  await expect(toast(page, 'Pay period locked')).toBeVisible();

  await press(button('Export'), 'Shift+Tab');
  const dialog = page.getByRole('dialog', { name: 'Export Payroll Data' });
  const chooseSage = async () => {
    await press(dialog.getByRole('combobox', { name: 'Export Format' }));
    await tabTo(page, page.getByRole('option', { name: 'Sage 300 CRE' }), 'ArrowDown');
    await page.keyboard.press('Enter');
  };
  await chooseSage();
  const columns = dialog.locator('summary').filter({ hasText: 'Columns' });
  await press(columns);
  await press(dialog.getByRole('button', { name: 'Move Employee up' }));
  await press(dialog.getByRole('button', { name: 'Remove WC Code' }));
  await press(columns, 'Shift+Tab');
  for (const [name, id] of [
    ['Amir Khan', '101'],
    ['Tess Soto', '102'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(`ID of ${name}`));
    await page.keyboard.type(id);
  }
  await press(dialog.getByRole('button', { name: 'Save IDs' }));
  await expect(toast(page, 'IDs saved')).toBeVisible();
  const file = await downloaded(page, () =>
    press(dialog.getByRole('button', { name: 'Export', exact: true })),
  );
  const rows = parseCsv(file.content.toString());
  expect(rows[0]).toEqual([
    '101',
    '11/2/2026',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    'REG',
    '11',
    '30',
    '330',
  ]);
  expect(rows).toHaveLength(6);
  await expect(dialog).toHaveCount(0);
  await expect(button('Export')).toBeFocused();

  // What was chosen is there the next time.
  await page.keyboard.press('Enter');
  await chooseSage();
  await expect(columns).toContainText('13');
});
