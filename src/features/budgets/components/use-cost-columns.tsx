import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/shared/data-table/column';
import type { BudgetRow, Subtotal } from '@/features/budgets/budget-rows';
import { RowTitle } from '@/features/budgets/components/use-report-columns';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';

/** Labor in dollars, burden included; for managers. */
export function useCostColumns(totals: Subtotal): Column<BudgetRow>[] {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const money = (value: number | null) => (value === null ? '–' : format.money(value));
  const share = ({ budget_amount, actual_amount }: Subtotal) =>
    budget_amount && actual_amount !== null ? format.percent(actual_amount / budget_amount) : '–';
  const left = ({ budget_amount, actual_amount }: Subtotal) => {
    if (budget_amount === null || actual_amount === null) return '–';
    const rest = budget_amount - actual_amount;
    return <span className={cn(rest < 0 && 'text-danger')}>{format.money(rest)}</span>;
  };
  const figure = (
    id: 'budget' | 'actual' | 'usedShare' | 'left',
    show: (figures: Subtotal) => ReactNode,
  ): Column<BudgetRow> => ({
    id,
    header: t(`column.${id}`),
    align: 'end',
    cell: (row) =>
      row.kind === 'group' ? (
        <span className="font-[620]">{show(row.figures)}</span>
      ) : (
        show(row.figures)
      ),
    total: show(totals),
  });
  return [
    {
      id: 'code',
      header: t('column.code'),
      card: 'title',
      cell: (row) => <RowTitle row={row} />,
    },
    figure('budget', (figures) => money(figures.budget_amount)),
    figure('actual', (figures) => money(figures.actual_amount)),
    figure('usedShare', share),
    figure('left', left),
  ];
}
