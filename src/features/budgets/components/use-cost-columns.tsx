import type { ReactNode } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import type { BudgetRow, Subtotal } from '@/features/budgets/budget-rows';
import { RowTitle } from '@/features/budgets/components/use-report-columns';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Labor with burden and machines at the rates of their class, in dollars; for managers. */
export function useCostColumns(totals: Subtotal): Column<BudgetRow>[] {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const money = (value: number | null) => (value === null ? '–' : format.money(value));
  // Labor against its budget; machines count against theirs where there is one, and nowhere else.
  const machinesBudgeted = (row: Subtotal) => row.equipment_budget_amount !== null;
  const budget = (row: Subtotal) =>
    row.budget_amount === null && !machinesBudgeted(row)
      ? null
      : (row.budget_amount ?? 0) + (row.equipment_budget_amount ?? 0);
  const actual = (row: Subtotal) =>
    row.actual_amount === null
      ? null
      : row.actual_amount + (machinesBudgeted(row) ? (row.equipment_amount ?? 0) : 0);
  const share = (row: Subtotal) => {
    const [planned, spent] = [budget(row), actual(row)];
    return planned && spent !== null ? format.percent(spent / planned) : '–';
  };
  const left = (row: Subtotal) => {
    const [planned, spent] = [budget(row), actual(row)];
    if (planned === null || spent === null) return '–';
    const rest = planned - spent;
    return <span className={cn(rest < 0 && 'text-danger')}>{format.money(rest)}</span>;
  };
  const figure = (
    id: string,
    header: string,
    show: (figures: Subtotal) => ReactNode,
  ): Column<BudgetRow> => ({
    id,
    header,
    align: 'end',
    cell: (row) =>
      row.kind === 'group' ? (
        <span className="font-[620]">{show(row.figures)}</span>
      ) : (
        show(row.figures)
      ),
    total: show(totals),
  });
  const withMachines = (totals.equipment_budget_amount ?? 0) + (totals.equipment_amount ?? 0) > 0;
  return [
    {
      id: 'code',
      header: t('column.code'),
      card: 'title',
      cell: (row) => <RowTitle row={row} />,
    },
    figure('budget', t('cost.laborBudget'), (row) => money(row.budget_amount)),
    figure('actual', t('cost.laborActual'), (row) => money(row.actual_amount)),
    ...(withMachines
      ? [
          figure('equipment-budget', t('cost.equipmentBudget'), (row) =>
            money(row.equipment_budget_amount),
          ),
          figure('equipment-actual', t('cost.equipmentActual'), (row) =>
            money(row.equipment_amount),
          ),
        ]
      : []),
    figure('used', t('column.usedShare'), share),
    figure('left', t('column.left'), left),
  ];
}
