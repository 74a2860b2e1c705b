import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { BudgetFigures } from '@/features/budgets/budget-rows';
import { budgetReportRows } from '@/features/budgets/report-file';
import { groupedCsv, groupedWorkbook } from '@/lib/files/grouped-report';

const line = (figures: Partial<BudgetFigures>): BudgetFigures => ({
  cost_code_id: 'a',
  code: '03 30 00',
  name: 'Concrete',
  code_group: 'Concrete',
  unit: 'CY',
  budgeted: true,
  budget_hours: 160,
  actual_hours: 56,
  percent_used: 35,
  percent_complete: 25,
  earned_hours: 40,
  variance_hours: -16,
  forecast_hours: 224,
  budget_amount: 900,
  actual_amount: 993.6,
  budget_quantity: 80,
  actual_quantity: 20,
  productivity_factor: 0.714,
  unpriced_hours: 0,
  equipment_budget_amount: null,
  equipment_amount: 48,
  ...figures,
});
/** EV-3 and EV-6 in one group, work outside of the budget in another. */
const LINES = [
  line({}),
  line({
    code: '03 20 00',
    budget_hours: 50,
    actual_hours: 6.5,
    percent_used: 13,
    percent_complete: 0,
    earned_hours: 0,
    variance_hours: -6.5,
    forecast_hours: null,
    budget_quantity: 200,
    actual_quantity: 0,
  }),
  line({
    code: null,
    name: null,
    code_group: null,
    unit: null,
    budget_hours: 0,
    actual_hours: 4,
    percent_used: null,
    percent_complete: null,
    earned_hours: null,
    variance_hours: null,
    forecast_hours: null,
    budget_amount: null,
    budget_quantity: null,
    actual_quantity: 0,
  }),
];
const report = {
  title: 'Budget',
  company: 'Demo',
  notes: [],
  remarks: [],
  page: () => '',
  createdAt: '2026-11-15T12:00:00Z',
  ...budgetReportRows(
    LINES,
    {
      header: (id) => id,
      number: String,
      money: String,
      percent: String,
      withoutCode: 'None',
      withoutGroup: 'Other',
      total: 'Total',
    },
    { amounts: true, onPaper: 'hours' },
  ),
};

test('CSV has every line once and the totals of the screen', () => {
  const rows = groupedCsv(report).trimEnd().split('\r\n');
  expect(rows).toHaveLength(5);
  expect(rows[1]).toContain('03 30 00,Concrete,Concrete,80,20,CY,160.00,56.00,35.00,25.00,40.00');
  // 224 + 50 + 4: a line without forecast takes its budget, or what it took.
  expect(rows[4]).toContain('210.00,66.50,31.67,19.05,40.00,-22.50,278.00');
});

test('Excel sums the lines below a heading, and keeps the values beside the formulas', async () => {
  const files = unzipSync(await groupedWorkbook(report));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const cell = (name: string) => new RegExp(`<c r="${name}"[^>]*>(.*?)</c>`).exec(sheet)?.[1];
  // G budget, H actual, K earned, M forecast; rows: heading 2, lines 3 and 4, heading 5, line 6, totals 7.
  expect(cell('G2')).toBe(
    '<f>IF(COUNT(G3:G4)=0,"",SUM(G3:G4))</f><v>210</v>'.replaceAll('"', '&quot;'),
  );
  expect(cell('G7')).toContain('SUM(G3:G4,G6:G6)');
  expect(cell('M3')).toContain('H3+MAX(0,G3-K3)*H3/K3');
  expect(cell('M3')).toContain('<v>224</v>');
  expect(cell('M7')).toContain('<v>278</v>');
  expect(cell('M6')).not.toContain('<v>');
});
