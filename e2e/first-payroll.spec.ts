import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { newEmail } from './support/account.ts';
import { anonymousClient, type Client, must } from './support/api.ts';
import { downloaded, parseCsv } from './support/files.ts';
import {
  ADP_ROWS,
  CREW,
  expectedFirst,
  expectedSecond,
  FIRST,
  FIRST_WEEK,
  figuresOf,
  GROSS,
  giveSpecialRates,
  idsOf,
  OWED_TO_KAT,
  punch,
  SECOND,
  SECOND_WEEK,
} from './support/first-payroll.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { choose, toast } from './support/time.ts';

const PASSWORD = 'plumb line and level 7';
const FIRST_PAYROLL = `/payroll?from=${FIRST.start}`;
const SECOND_PAYROLL = `/payroll?from=${SECOND.start}`;

const dialog = (page: Page): Locator => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth/register');
  await page.getByLabel('First name').fill('Dan');
  await page.getByLabel('Last name').fill('Whitlock');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.goto(linkIn(await mailTo(email)));
}

async function foundCompany(page: Page): Promise<void> {
  await page.getByLabel('Company name').fill('Whitlock Builders');
  await choose(page, 'Time zone', /Denver/);
  await page.getByLabel('Week starts on').click();
  await page.getByRole('option', { name: 'Monday' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Project name').fill('Annex');
  await page.getByLabel('Client').fill('City Hall');
  await page.getByText('General contractor', { exact: true }).click();
  await page.getByRole('button', { name: 'Create company' }).click();
  await expect(toast(page, 'Company created')).toBeVisible();
}

async function addProjects(page: Page): Promise<void> {
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Edit Annex' }).click();
  await dialog(page).getByLabel('Number').fill('P100');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  for (const [number, name] of [
    ['P200', 'Depot'],
    ['P300', 'Riverside'],
  ] as const) {
    await page.getByRole('button', { name: 'New Project' }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill(name);
    await dialog(page).getByLabel('Number').fill(number);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
}

/** Twelve people pasted from a spreadsheet; one mistake is found before anyone is added. */
async function importCrew(page: Page, mariasEmail: string): Promise<void> {
  const heading = 'Number\tFirst name\tLast name\tJob title\tRate\tEmail';
  const line = (rate: (member: (typeof CREW)[number]) => string) =>
    CREW.map((member) =>
      [
        member.number,
        member.first,
        member.last,
        member.title,
        rate(member),
        member.vector === 'GOLD-1' ? mariasEmail : '',
      ].join('\t'),
    );
  await page.goto('/employees');
  await page.getByRole('button', { name: 'Import' }).click();
  const paste = page.getByLabel('Paste rows from a spreadsheet');
  const wrong = line(({ rate, last }) => (last === 'Moss' ? `-${rate}` : rate));
  await paste.fill([heading, ...wrong].join('\n'));
  await page.getByRole('button', { name: 'Check 12 rows' }).click();
  await expect(dialog(page).getByText('The rate is negative.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import the 11 good rows' })).toBeEnabled();
  await page.getByRole('button', { name: 'Back' }).click();
  await paste.fill([heading, ...line(({ rate }) => rate)].join('\n'));
  await page.getByRole('button', { name: 'Check 12 rows' }).click();
  await page.getByRole('button', { name: 'Import 12 rows' }).click();
  await expect(toast(page, '12 employees imported')).toBeVisible();
}

async function openPerson(page: Page, name: RegExp): Promise<void> {
  await page.goto('/employees');
  await page.getByRole('link', { name }).click();
  await expect(dialog(page)).toBeVisible();
}

interface NewRate {
  rate: string;
  from: string;
  code?: RegExp;
}

async function fillRate(page: Page, { rate, from, code }: NewRate): Promise<void> {
  await dialog(page).getByRole('tab', { name: 'Pay' }).click();
  await dialog(page).getByLabel('Hourly rate').fill(rate);
  await dialog(page).getByLabel('From', { exact: true }).fill(from);
  if (!code) return;
  await dialog(page)
    .getByRole('combobox', { name: /^Cost code/ })
    .click();
  await page.getByRole('option', { name: code }).click();
}

async function addRate(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Add Rate' }).click();
  await expect(toast(page, 'Rate added')).toBeVisible();
}

async function signHours(page: Page, total: string): Promise<void> {
  await expect(page.getByText(`${total} in total`)).toBeVisible();
  await page.getByRole('button', { name: 'Looks right' }).click();
  await expect(page.getByText(/^You signed on/)).toBeVisible();
}

async function approveAndLock(page: Page, people: number): Promise<void> {
  await page.getByRole('button', { name: `Approve ${people} people` }).click();
  await expect(toast(page, `${people} people approved`)).toBeVisible();
  await page.getByRole('button', { name: 'Lock period' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock period' }).click();
  await expect(toast(page, 'Pay period locked')).toBeVisible();
}

const download = (page: Page) =>
  downloaded(page, () => dialog(page).getByRole('button', { name: 'Export', exact: true }).click());

async function exportGeneric(page: Page): Promise<{ text: string; rows: string[][] }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await choose(dialog(page), 'Export Format', 'CSV, every line for other systems');
  const { content } = await download(page);
  await expect(dialog(page)).toHaveCount(0);
  const text = content.toString();
  return { text, rows: parseCsv(text) };
}

const frozenLines = async (owner: Client, companyId: string) =>
  must(
    await owner.rpc('payroll_lines_for', {
      company_id_param: companyId,
      start_date_param: FIRST.start,
      end_date_param: FIRST.end,
    }),
  );

test('a contractor signs up and runs the first two payrolls', async ({ page, browser }) => {
  const email = newEmail('dan');
  const mariasEmail = newEmail('maria');

  await test.step('signs up, confirms the address and founds the company', async () => {
    await signUp(page, email);
    await foundCompany(page);
  });

  await test.step('adds projects, twelve people and their rates', async () => {
    await addProjects(page);
    await importCrew(page, mariasEmail);
    await openPerson(page, /Gus Reed/);
    await fillRate(page, { rate: '30', from: '3/12/2026' });
    await addRate(page);
    await openPerson(page, /Maria Lopez/);
    await fillRate(page, { rate: '24', from: '1/1/2026', code: /01 74 00/ });
    await addRate(page);
    await dialog(page).getByRole('tab', { name: 'Details' }).click();
    await dialog(page).getByRole('button', { name: 'Send Invitation' }).click();
    await expect(toast(page, `Invitation sent to ${mariasEmail}`)).toBeVisible();
  });

  const owner = anonymousClient();
  must(await owner.auth.signInWithPassword({ email, password: PASSWORD }));
  const ids = await idsOf(owner);
  await giveSpecialRates(owner, ids);
  await punch(owner, ids, FIRST_WEEK);

  const worker = await (await browser.newContext({ timezoneId: 'America/Denver' })).newPage();
  await test.step('Maria joins and signs her hours', async () => {
    await worker.goto(linkIn(await mailTo(mariasEmail)));
    await worker.getByLabel('New password').fill(PASSWORD);
    await worker.getByLabel('Confirm password').fill(PASSWORD);
    await worker.getByRole('button', { name: 'Save password' }).click();
    await expect(worker).toHaveURL(/\/my-status$/);
    await worker.goto(FIRST_PAYROLL);
    await signHours(worker, '47 h 50 min');
  });

  await test.step('a correction after signing asks her again', async () => {
    await page.goto(FIRST_PAYROLL);
    await expect(row(page, 'Maria Lopez')).toContainText('Signed');
    const day = `period=custom&from=2026-03-11&to=2026-03-11&employee=${ids.person['000101']}`;
    await page.goto(`/time-tracker?${day}`);
    await page.getByRole('button', { name: /^Edit/ }).click();
    await dialog(page).getByLabel('End Time').fill('5:02 PM');
    await dialog(page).getByLabel('Reason for the change').fill('The gate closed at 5:02');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Entry updated')).toBeVisible();

    await page.goto(FIRST_PAYROLL);
    await expect(row(page, 'Maria Lopez')).toContainText('Changed after signing');
    await worker.reload();
    await expect(worker.getByText('Your hours changed after you answered.')).toBeVisible();
    await expect(worker.getByText('Reason: The gate closed at 5:02').first()).toBeVisible();
    await signHours(worker, '47 h 20 min');
  });

  await test.step('the forgotten clock-out is set to when the others stopped', async () => {
    await page.reload();
    await expect(row(page, 'Ben Ortiz')).toContainText('Missing clock-out');
    await expect(page.getByText('3 others on this project stopped about then.')).toBeVisible();
    await page.getByRole('button', { name: 'Clock out Ben Ortiz at 4:00 PM' }).click();
    await expect(toast(page, 'Clock-out set')).toBeVisible();
  });

  await test.step('every figure on the screen is that of the vectors', async () => {
    await expect(row(page, 'Maria Lopez')).toContainText('Signed');
    for (const { first, last, vector } of CREW) {
      await expect(row(page, `${first} ${last}`)).toContainText(GROSS[vector] ?? '?');
    }
    await page.getByRole('link', { name: 'Maria Lopez' }).click();
    await expect(dialog(page)).toContainText(
      'Friday: 4 h 40 min regular, 3 h 10 min overtime, over 40 hours in the week',
    );
    await page.keyboard.press('Escape');
  });

  const first = await test.step('approves, locks, exports and reads the file again', async () => {
    await approveAndLock(page, CREW.length);
    const file = await exportGeneric(page);
    expect(figuresOf(file.rows)).toEqual(expectedFirst());
    const [heading = [], ...lines] = file.rows;
    for (const line of lines) {
      const cell = (name: string) => line[heading.indexOf(name)];
      expect(cell('approved_by')).toBe('Dan Whitlock');
      expect(cell('certified')).toBe('N');
      expect(cell('classification')).toBe(
        CREW.find(({ number }) => number === cell('employee_no'))?.title,
      );
      expect(cell('entry_id')).toMatch(/^[0-9a-f-]{36}$/);
    }

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await choose(dialog(page), 'Export Format', 'ADP Workforce Now');
    await dialog(page).getByLabel('Company code').fill('ABC');
    // The employee numbers are proposed as ids.
    await dialog(page).getByRole('button', { name: 'Save IDs' }).click();
    const { name, content } = await download(page);
    expect(name).toBe('PRABCEPI.csv');
    expect(content.toString().split('\r\n').slice(1, -1)).toEqual(ADP_ROWS);
    return file;
  });
  const frozen = await frozenLines(owner, ids.company);

  await test.step('a raise for the past shows what is owed before it is given', async () => {
    await punch(owner, ids, SECOND_WEEK);
    await openPerson(page, /Kat Moss/);
    await dialog(page).getByRole('tab', { name: 'Time' }).click();
    await expect(dialog(page).getByRole('row').filter({ hasText: 'Mar 9' })).toContainText('7:20');
    await fillRate(page, { rate: '30', from: '3/9/2026' });
    const effect = dialog(page).getByRole('listitem').filter({ hasText: 'locked' });
    await expect(effect).toContainText('Mar 9');
    await expect(effect).toContainText('the difference will be an adjustment');
    await expect(effect).toContainText(`$${OWED_TO_KAT}`);
    await addRate(page);
    await dialog(page).getByRole('tab', { name: 'History' }).click();
    await expect(dialog(page).getByText('Hourly rate: $30.00')).toBeVisible();
  });

  const second =
    await test.step('posts the adjustment in the second period and exports it', async () => {
      await page.goto(SECOND_PAYROLL);
      await expect(page.getByText(`Kat Moss: $${OWED_TO_KAT} for`)).toBeVisible();
      await page.getByRole('button', { name: 'Post adjustments' }).click();
      const asked = page.getByRole('alertdialog');
      await asked.getByLabel('Why does pay change?').fill('Raise agreed for March 9');
      await asked.getByRole('button', { name: 'Post adjustments' }).click();
      await expect(toast(page, 'Adjustments for 1 person posted')).toBeVisible();
      await expect(page.getByText('Adjustments owed')).toHaveCount(0);
      await expect(row(page, 'Kat Moss')).toContainText('50.17');
      await page.getByRole('link', { name: 'Kat Moss' }).click();
      await expect(dialog(page)).toContainText(`$${OWED_TO_KAT} adjustment of an earlier period`);
      await page.keyboard.press('Escape');
      await approveAndLock(page, 3);
      return exportGeneric(page);
    });
  expect(figuresOf(second.rows)).toEqual(expectedSecond());

  await test.step('what is locked never changed', async () => {
    expect(await frozenLines(owner, ids.company)).toEqual(frozen);
    const refused = await owner
      .from('time_entries')
      .update({ clock_out: '2026-03-09T23:00:00-06:00' })
      .eq('company_id', ids.company)
      .eq('employee_id', ids.person['000110'] ?? '')
      .eq('work_date', FIRST.start);
    expect(refused.error?.hint).toBe('period_locked');

    await page.goto(FIRST_PAYROLL);
    await expect(row(page, 'Kat Moss')).toContainText(GROSS['AR-4'] ?? '?');
    const again = await downloaded(page, () =>
      page
        .getByRole('button', {
          name: /^Download Mar 9 .* CSV, every line for other systems, again$/,
        })
        .click(),
    );
    expect(again.content.toString()).toBe(first.text);
    // A message stays for as long as the pointer rests on it, and it comes where the button was pressed.
    await page.mouse.move(0, 0);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Mar 9' })
      .filter({ hasText: 'CSV, every line for other systems' })
      .getByRole('button', { name: /^What changed since/ })
      .click();
    await expect(page.getByText('Nothing has changed since.')).toBeVisible();
  });

  await test.step('unlocked and locked again, the raise is still paid once', async () => {
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    const asked = page.getByRole('alertdialog');
    await expect(asked).toContainText(`Kat Moss: $${OWED_TO_KAT}`);
    await asked.getByRole('textbox').fill('Foreman found a mistake');
    await asked.getByRole('button', { name: 'Unlock' }).click();
    await expect(toast(page, 'Pay period unlocked')).toBeVisible();
    // 30.00 an hour now, less what the second period paid for the first.
    await expect(row(page, 'Kat Moss')).toContainText(GROSS['AR-4'] ?? '?');
    await page.getByRole('button', { name: 'Lock period' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lock period' }).click();
    await expect(toast(page, 'Pay period locked')).toBeVisible();
    await expect(row(page, 'Kat Moss')).toContainText(GROSS['AR-4'] ?? '?');
  });
  await worker.context().close();
});
