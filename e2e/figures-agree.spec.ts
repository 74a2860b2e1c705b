import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { addEntry } from './support/time.ts';

/** A week that is over. */
const WEEK = { start: '2026-11-01', end: '2026-11-07' };
const CUSTOM = `period=custom&from=${WEEK.start}&to=${WEEK.end}`;
const dates = { start_date_param: WEEK.start, end_date_param: WEEK.end };

const foot = (page: Page) => page.locator('tfoot').last();
const money = (value: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Every screen of one company says the same of the same hours and the same pay. */
test('screens and files of one company agree', async ({ page, company, signInAs, browser }) => {
  const { client } = company.owner;
  const [project] = company.projects;
  const [planned, outside] = company.costCodes;
  if (!project || !planned || !outside) throw new Error('no project');
  must(
    await client
      .from('companies')
      .update({ pay_period_kind: 'weekly', pay_period_anchor: WEEK.start })
      .eq('id', company.id),
  );
  const amir = await company.addPerson('employee', ['Amir', 'Khan']);
  // 44 hours at 30.00: 1,380.00. Four of the days on a code of the budget, one outside it.
  for (const day of ['02', '03', '04', '05']) {
    await addEntry(company, amir, {
      from: `2026-11-${day}T12:00:00Z`,
      to: `2026-11-${day}T23:00:00Z`,
      costCodeId: day === '05' ? outside.id : planned.id,
    });
  }
  const item = { company_id: company.id, employee_id: amir.employeeId, work_date: '2026-11-06' };
  must(await client.from('pay_items').insert({ ...item, pay_code: 'PTO', minutes: 480 }));
  must(await client.from('pay_items').insert({ ...item, pay_code: 'BONUS_D', amount_cents: 6600 }));
  const budget = must(
    await client.rpc('save_budget', {
      project_id_param: project.id,
      name_param: 'Original',
      lines_param: [{ cost_code_id: planned.id, hours: 22, labor_amount: 660 }],
    }),
  );
  must(await client.from('budgets').update({ status: 'approved' }).eq('id', budget.id));

  // What the database says, once.
  const people = must(await client.rpc('payroll_overview', dates));
  const paid = people.find(({ employee_id }) => employee_id === amir.employeeId);
  const earnings = Number(paid?.total_earnings);
  expect(earnings).toBe(1380 + 240 + 66);
  const [report] = must(
    await client.rpc('activity_report', {
      definition_param: {
        rows: ['employee'],
        measures: ['hours', 'cost'],
        start_date: WEEK.start,
        end_date: WEEK.end,
      },
    }),
  ) as unknown as { measures: { hours: number; cost: number } }[];
  expect(report?.measures).toMatchObject({ hours: 44 * 3600, cost: earnings });

  await signInAs(company.owner);
  // Payroll: the cards, the table and "Fix first".
  await page.goto(`/payroll?from=${WEEK.start}`);
  const total = foot(page);
  await expect(total).toContainText('40:00');
  await expect(total).toContainText('4:00');
  // Time off in hours, other pay in money.
  await expect(total).toContainText('8:0066.00');
  await expect(total).toContainText(money(earnings));
  await expect(page.locator('main')).toContainText('44 h');
  await expect(page.locator('main')).toContainText('0 of 1');
  await expect(page.getByText('Fix first')).toHaveCount(0);

  // How the pay is explained.
  await page.getByRole('link', { name: 'Amir Khan' }).click();
  const panel = page.getByRole('dialog', { name: 'Amir Khan' });
  await expect(panel).toContainText('Bonus, unannounced · $66.00');
  await expect(panel).toContainText('Paid time off · 8 h · $240.00');
  await expect(panel).not.toContainText('0 min at');
  await page.keyboard.press('Escape');

  // The export, before anything is handed out, and what a system's file pays.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Payroll Data' });
  await expect(dialog.locator('tfoot')).toContainText(`$${money(earnings)}`);
  await expect(dialog.locator('tfoot')).toContainText('44.00');
  await page.keyboard.press('Escape');

  // Time Tracker.
  await page.goto(`/time-tracker?${CUSTOM}`);
  await expect(foot(page)).toContainText('44:00');

  // Activity reports: hours, then cost.
  await page.goto(`/activity-reports?by=employee&show=hours&${CUSTOM}`);
  await expect(foot(page)).toContainText('44:00');
  await page.goto(`/activity-reports?by=employee&show=cost&${CUSTOM}`);
  await expect(foot(page)).toContainText(money(earnings));

  // The budget: all hours of the project count, those outside it too.
  await page.goto(`/budgets?project=${project.id}`);
  await expect(foot(page)).toContainText('44');
  await expect(foot(page)).toContainText('200%');
  await page.goto('/budgets');
  await expect(page.getByRole('row').filter({ hasText: project.name })).toContainText('200%');

  // The worker's own timesheet.
  const own = await browser.newPage();
  await signInAs(amir, own);
  await own.goto(`/payroll?from=${WEEK.start}`);
  await expect(own.getByText(`44 h · $${money(earnings)}`)).toBeVisible();
  await expect(own.getByText(/44 h in total/)).toBeVisible();
  await own.close();

  // Locked, the file of a payroll system adds up to the same.
  must(await client.rpc('approve_clean_time', dates));
  must(await client.rpc('lock_pay_period', dates));
  await page.goto(`/payroll?from=${WEEK.start}&to=${WEEK.end}&dialog=export`);
  await dialog.getByRole('combobox', { name: 'Export Format' }).click();
  await page.getByRole('option', { name: 'ADP RUN' }).click();
  await dialog.getByLabel('IID (company code)').fill('R1ABC');
  await dialog.getByLabel('Code for discretionary bonus').fill('BON');
  await dialog.getByLabel('ID of Amir Khan').fill('101');
  await dialog.getByRole('button', { name: 'Save IDs' }).click();
  const pays = dialog.getByRole('table', { name: 'What this file pays' });
  await expect(pays).toContainText('44.00 hours worked');
  await expect(pays).toContainText(`Total, as in Payroll$${money(earnings)}`);
  await expect(pays).toContainText('Not in the file, listed above$0.00');
});
