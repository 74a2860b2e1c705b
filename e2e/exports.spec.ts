import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import type { Company } from './support/company.ts';
import { downloaded, parseCsv, readPdf, readSheet } from './support/files.ts';
import { fileOf, mailTo } from './support/mail.ts';
import { addEntry, lastWeek, toast } from './support/time.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export Payroll Data' });
const preview = (page: Page) => dialog(page).getByRole('region', { name: 'Payroll rows' });
const RANGE = lastWeek('America/New_York');

/** 44 hours at 30.00 and an odd 7:20 at 30.00 with a comma in the name. */
async function workLastPeriod(company: Company): Promise<void> {
  const amir = await company.addPerson('employee', ['Amir', 'Khan']);
  const sam = await company.addPerson('employee', ['=Sam', 'Reed, Jr.']);
  for (const day of [1, 2, 3, 4].map(RANGE.day)) {
    await addEntry(company, amir, {
      from: `${day}T12:00:00Z`,
      to: `${day}T23:00:00Z`,
      costCodeId: company.costCodes[0]?.id ?? null,
    });
  }
  const tuesday = RANGE.day(2);
  await addEntry(company, sam, { from: `${tuesday}T12:00:00Z`, to: `${tuesday}T19:20:00Z` });
}

async function rowsOf(company: Company) {
  return must(
    await company.owner.client.rpc('generate_payroll_export_data', {
      company_id_param: company.id,
      start_date_param: RANGE.start,
      end_date_param: RANGE.end,
    }),
  );
}

async function openExport(page: Page): Promise<void> {
  await page.goto('/time-tracker');
  await page.getByRole('button', { name: 'Export Payroll' }).click();
  await expect(preview(page)).toBeVisible();
}

async function chooseFormat(page: Page, format: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: 'Export Format' }).click();
  await page.getByRole('option', { name: format }).click();
}

const exportNow = (page: Page) => () =>
  dialog(page).getByRole('button', { name: 'Export', exact: true }).click();

test.beforeEach(async ({ company, signInAs }) => {
  must(
    await company.owner.client
      .from('companies')
      .update({ pay_period_kind: 'weekly', pay_period_anchor: '2026-11-01' })
      .eq('id', company.id),
  );
  await workLastPeriod(company);
  await signInAs(company.owner);
});

/** It opens with the last completed pay period. */
async function expectLastPeriod(page: Page, company: Company): Promise<void> {
  const periods = must(await company.owner.client.rpc('recent_pay_periods', { count_param: 2 }));
  const last = periods.find((period) => !period.is_current);
  const shown = (date = '') => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
  await expect(dialog(page).getByLabel('Start Date')).toHaveValue(shown(last?.start_date));
  await expect(dialog(page).getByLabel('End Date')).toHaveValue(shown(last?.end_date));
  await expect(dialog(page).getByRole('combobox', { name: 'Export Format' })).toHaveText(
    'CSV, a row per person',
  );
}

test('CSV, Excel and PDF agree with the screen and the database to the cent', async ({
  page,
  company,
}) => {
  await openExport(page);
  await expectLastPeriod(page, company);
  await expectOpenedAccessible(page, '[role="dialog"]');
  await dialog(page).getByLabel('Start Date').fill(RANGE.start);
  await dialog(page).getByLabel('End Date').fill(RANGE.end);
  await expect(preview(page)).toContainText('Amir Khan');
  const rows = await rowsOf(company);
  const earnings = rows.reduce((sum, row) => sum + Math.round(row.total_earnings * 100), 0) / 100;
  const hours = rows.reduce((sum, row) => sum + Math.round(row.total_hours * 100), 0) / 100;
  expect(earnings).toBe(1600); // 44 h × 30.00 + half of 4 h overtime + 7:20 × 30.00
  await expect(preview(page).getByRole('row').last()).toContainText('$1,600.00');
  await expect(preview(page).getByRole('row').last()).toContainText('51.33');

  const csv = await downloaded(page, exportNow(page));
  await expect(toast(page, 'Export Successful')).toBeVisible();
  expect(csv.name).toBe(`payroll_export_${RANGE.start}_to_${RANGE.end}.csv`);
  const [header, ...lines] = parseCsv(csv.content.toString('utf8'));
  expect(header?.slice(0, 4)).toEqual(['Name', 'Hours', 'Rate', 'Earnings']);
  expect(header?.slice(-3)).toEqual(['Time off pay', 'Premiums', 'Other pay']);
  expect(lines.map((line) => line.slice(0, 4))).toEqual([
    ['Amir Khan', '44.00', '30.00', '1380.00'],
    ["'=Sam Reed, Jr.", '7.33', '30.00', '220.00'],
  ]);
  const pay = header?.flatMap((name, at) => (/ pay$|^Premiums$/.test(name) ? at : [])) ?? [];
  expect(pay.reduce((sum, at) => sum + Number(lines[0]?.[at]), 0)).toBe(1380);

  await openExport(page);
  await dialog(page).getByLabel('Start Date').fill(RANGE.start);
  await dialog(page).getByLabel('End Date').fill(RANGE.end);
  await chooseFormat(page, 'Excel');
  const excel = await downloaded(page, exportNow(page));
  expect(excel.name).toMatch(/\.xlsx$/);
  const summary = readSheet(excel.content, 1);
  expect(summary[0]).toContain('Earnings');
  expect(summary[1]?.[0]).toBe('Amir Khan');
  expect(summary[1]?.at(-1)).toBe(1380);
  expect(summary.at(-1)?.at(-1)).toBe(earnings);
  expect(summary.at(-1)).toContain(hours);
  const detail = readSheet(excel.content, 2);
  expect(
    detail.slice(1, -1).reduce((sum, line) => sum + Math.round(Number(line.at(-1)) * 100), 0),
  ).toBe(160_000);
  expect(detail[1]).toContain('Riverside Tower');

  await openExport(page);
  await dialog(page).getByLabel('Start Date').fill(RANGE.start);
  await dialog(page).getByLabel('End Date').fill(RANGE.end);
  await chooseFormat(page, 'PDF');
  const pdf = await downloaded(page, exportNow(page));
  const words = readPdf(pdf.content);
  for (const text of [
    'Reyes Concrete',
    'Amir Khan',
    '1,380.00',
    '=Sam Reed, Jr.',
    '220.00',
    '1,600.00',
    '51.33',
    'Page 1 of 1',
    'Approved by',
  ]) {
    expect(words).toContain(text);
  }

  const kept = must(
    await company.owner.client
      .from('payroll_exports')
      .select('format, start_date, end_date, exported_by')
      .eq('company_id', company.id)
      .order('created_at'),
  );
  expect(kept.map((made) => made.format)).toEqual(['csv', 'excel', 'pdf']);
  expect(kept[0]).toMatchObject({
    start_date: RANGE.start,
    end_date: RANGE.end,
    exported_by: company.owner.id,
  });

  // Again, after the world has changed: the same bytes.
  must(
    await company.owner.client
      .from('projects')
      .update({ name: 'Renamed' })
      .eq('company_id', company.id),
  );
  await openExport(page);
  await dialog(page).getByText('Earlier exports').click();
  const again = await downloaded(page, () =>
    dialog(page)
      .getByRole('button', { name: /, Excel, again/ })
      .click(),
  );
  expect(again.content.equals(excel.content)).toBe(true);
  const pdfAgain = await downloaded(page, () =>
    dialog(page)
      .getByRole('button', { name: /, PDF, again/ })
      .click(),
  );
  expect(pdfAgain.content.equals(pdf.content)).toBe(true);

  // A client that makes its file itself records it with a plain insert; it stands beside ours.
  must(
    await company.owner.client.from('payroll_exports').insert({
      company_id: company.id,
      exported_by: company.owner.id,
      start_date: RANGE.start,
      end_date: RANGE.end,
      format: 'own-format',
    }),
  );
  await page.goto('/payroll');
  const recorded = page.getByRole('listitem').filter({ hasText: 'own-format' });
  await expect(recorded).toContainText('Recorded by another program, which has the file.');
  await expect(recorded.getByRole('button')).toHaveCount(0);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Excel' }).getByRole('button'),
  ).toHaveCount(2);
});

test('warns of what is missing, and says so when the export fails', async ({
  page,
  company,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/Failed to load resource/, /AppError|Failed to fetch/);
  const unpaid = must(
    await company.owner.client
      .from('employees')
      .insert({ company_id: company.id, first_name: 'Luis', last_name: 'Ortega' })
      .select('id')
      .single(),
  ) as { id: string };
  must(
    await company.owner.client.from('time_entries').insert({
      company_id: company.id,
      employee_id: unpaid.id,
      clock_in: `${RANGE.day(2)}T12:00:00Z`,
      clock_out: `${RANGE.day(2)}T16:00:00Z`,
      project_id: company.projects[0]?.id ?? null,
    }),
  );
  await openExport(page);
  await dialog(page).getByLabel('Start Date').fill(RANGE.start);
  await dialog(page).getByLabel('End Date').fill(RANGE.end);
  await expect(dialog(page).getByText('No hourly rate: Luis Ortega.')).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'Set rates' })).toHaveAttribute(
    'href',
    /Luis%20Ortega/,
  );
  await expect(dialog(page).getByText(/is not approved yet/)).toBeVisible();

  await page.route('**/rest/v1/rpc/record_payroll_export', (route) => route.abort());
  await exportNow(page)();
  await expect(toast(page, 'Export Failed')).toContainText(
    'Could not generate the export data. Please try again.',
  );
  await page.unroute('**/rest/v1/rpc/record_payroll_export');
  const { content } = await downloaded(page, exportNow(page));
  const rows = parseCsv(content.toString('utf8')).map((line) => line.slice(0, 4));
  expect(rows).toContainEqual(['Luis Ortega', '4.00', '0', '0']);
});

test('a report that comes by mail brings the file the browser saves', async ({ page, company }) => {
  const { client, email } = company.owner;
  await page.setViewportSize({ width: 1280, height: 800 });
  const kinds = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' };
  for (const [count, [file, label]] of Object.entries(kinds).entries()) {
    const definition = {
      rows: ['employee', 'project', 'day'],
      measures: ['hours'],
      shape: { by: 'employee', second: 'project', across: 'day', period: 'custom' },
      start_date: RANGE.start,
      end_date: RANGE.end,
    };
    const id = randomUUID();
    await client
      .from('saved_reports')
      .insert({
        id,
        company_id: company.id,
        name: 'Who worked',
        definition,
        schedule: { every: 'day', hour: 6, file },
      })
      .throwOnError();
    await page.goto(`/activity-reports?saved=${id}`);
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = await downloaded(page, () =>
      page.getByRole('menuitem', { name: label, exact: true }).click(),
    );
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Email it to me now' }).click();
    await expect(toast(page, 'The report is on its way')).toBeVisible();
    const mail = await mailTo(email, count + 1);
    expect(mail.fileName).toBe(saved.name);
    expect(withoutMoment(await fileOf(mail))).toEqual(withoutMoment(saved.content));
  }
});

/** Files say when they were written; the rest must be the same, byte by byte in a PDF. */
function withoutMoment(file: Buffer): unknown {
  if (file.subarray(0, 5).toString() === '%PDF-')
    return file.toString('latin1').replaceAll(/D:\d{14}\+00'00'/g, '');
  if (file.subarray(0, 2).toString() !== 'PK') return file.toString();
  const { 'docProps/core.xml': _moment, ...parts } = unzipSync(new Uint8Array(file));
  return Object.entries(parts).map(([name, part]) => [name, Buffer.from(part).toString()]);
}
