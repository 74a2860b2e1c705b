import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { BudgetVersion } from '@/features/budgets/api/queries';
import type { BudgetFigures } from '@/features/budgets/budget-rows';
import { budgetReportRows, type ColumnId } from '@/features/budgets/report-file';
import type { GroupedReport } from '@/lib/files/grouped-sheet';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface BudgetFile {
  name: string;
  lines: readonly BudgetFigures[];
  version: BudgetVersion | undefined;
  amounts: boolean;
  view: 'hours' | 'cost';
}

/** Makes the report on the screen ready for files. */
export function useBudgetFile(): (file: BudgetFile) => Omit<GroupedReport, 'createdAt'> {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const { today } = useCalendar();
  const company = useViewer().company?.name ?? '';
  const headers: Record<ColumnId, string> = {
    code: t('column.code'),
    name: t('column.name'),
    group: t('column.group'),
    unit: t('column.unit'),
    budget_quantity: t('csvColumn.budgetQuantity'),
    actual_quantity: t('csvColumn.actualQuantity'),
    budget_hours: t('column.budget'),
    actual_hours: t('column.actual'),
    percent_used: t('csvColumn.used'),
    percent_complete: t('csvColumn.complete'),
    earned_hours: t('column.earned'),
    variance_hours: t('column.variance'),
    forecast_hours: t('column.forecast'),
    budget_amount: t('cost.laborBudget'),
    actual_amount: t('cost.laborActual'),
    equipment_budget_amount: t('cost.equipmentBudget'),
    equipment_amount: t('cost.equipmentActual'),
  };
  return ({ name, lines, version, amounts, view }) => ({
    title: `${t('report.title')}: ${name}`,
    company,
    notes: [
      t('report.asOf', { date: format.date(today) }),
      ...(version
        ? [t('report.version', { version: version.version, name: version.name }).trim()]
        : []),
    ],
    remarks: [],
    ...budgetReportRows(
      lines,
      {
        header: (id) => headers[id],
        number: format.number,
        money: format.money,
        percent: (value) => format.percent(value / 100),
        withoutCode: t('withoutCode'),
        withoutGroup: t('withoutGroup'),
        total: t('total'),
      },
      { amounts, onPaper: view },
    ),
  });
}
