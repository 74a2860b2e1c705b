import { useTranslation } from 'react-i18next';
import { type BudgetFigures, type Subtotal, subtotal } from '@/features/budgets/budget-rows';
import { type CsvValue, csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';

const fixed = (value: number | null): CsvValue =>
  value === null ? null : { fixed: value.toFixed(2) };

function figuresOf(row: Subtotal, withCost: boolean): CsvValue[] {
  const hours = [
    row.budget_hours,
    row.actual_hours,
    row.percent_used,
    row.percent_complete,
    row.earned_hours,
    row.variance_hours,
    row.forecast_hours,
  ];
  const cost = withCost ? [row.budget_amount, row.actual_amount] : [];
  return [...hours, ...cost].map(fixed);
}

/** The report as CSV, with the totals of the screen in its last row. */
export function useDownloadBudget(name: string, withCost: boolean) {
  const { t } = useTranslation('budgets');
  return (lines: readonly BudgetFigures[]) => {
    const heading = [
      t('column.code'),
      t('column.name'),
      t('column.group'),
      t('column.budget'),
      t('column.actual'),
      t('csvColumn.used'),
      t('csvColumn.complete'),
      t('column.earned'),
      t('column.variance'),
      t('column.forecast'),
      ...(withCost ? [t('csvColumn.budgetAmount'), t('csvColumn.actualAmount')] : []),
      t('csvColumn.budgetQuantity'),
      t('csvColumn.actualQuantity'),
      t('column.unit'),
    ];
    const rows = lines.map((line) => [
      line.code ?? t('withoutCode'),
      line.name,
      line.code_group,
      ...figuresOf(line, withCost),
      line.budget_quantity,
      line.actual_quantity,
      line.unit,
    ]);
    const total = [t('total'), null, null, ...figuresOf(subtotal(lines), withCost)];
    const file = `budget-${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`;
    downloadFile(file, 'text/csv', csvText([heading, ...rows, total]));
  };
}
