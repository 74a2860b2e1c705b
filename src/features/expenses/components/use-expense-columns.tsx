import type { Column } from '@/components/shared/data-table/column';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useUndoDecision } from '@/features/expenses/api/decisions';
import { useExpenseText } from '@/features/expenses/components/expense-facts';
import { type Expense, kindOf, STATUS_TONES, statusOf } from '@/features/expenses/expense';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export function useExpenseColumns(
  rows: readonly Expense[],
  onCorrect: (expense: Expense) => void,
): Column<Expense>[] {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const textOf = useExpenseText();
  const undo = useUndoDecision();
  const cents = rows
    .filter(({ status }) => status !== 'declined')
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return [
    {
      id: 'date',
      header: t('column.date'),
      cell: ({ spent_on }) => format.date(spent_on),
      sortBy: ({ spent_on }) => spent_on,
    },
    {
      id: 'person',
      header: t('column.person'),
      cell: ({ employee_name }) => employee_name,
      sortBy: ({ employee_name }) => employee_name,
      card: 'title',
    },
    {
      id: 'project',
      header: t('column.project'),
      cell: ({ project_name, cost_code }) => [project_name, cost_code].filter(Boolean).join(' · '),
      sortBy: ({ project_name }) => project_name,
    },
    {
      id: 'kind',
      header: t('column.kind'),
      cell: (row) => t(`kind.${kindOf(row)}`),
      sortBy: ({ kind }) => kind,
    },
    { id: 'what', header: t('column.what'), cell: textOf, className: 'max-lg:hidden' },
    {
      id: 'amount',
      header: t('column.amount'),
      align: 'end',
      cell: ({ amount }) => format.money(amount),
      sortBy: ({ amount }) => amount,
      total: format.moneyFromCents(cents),
      card: 'aside',
    },
    {
      id: 'status',
      header: t('column.status'),
      cell: (row) => (
        <Badge tone={STATUS_TONES[statusOf(row)]}>{t(`status.${statusOf(row)}`)}</Badge>
      ),
      sortBy: ({ status }) => status,
    },
    {
      id: 'actions',
      header: t('column.actions'),
      headerHidden: true,
      card: 'actions',
      cell: (row) => {
        if (row.status === 'paid')
          return (
            <Button size="small" onClick={() => onCorrect(row)}>
              {t('action.correct')}
            </Button>
          );
        if (row.status === 'entered') return null;
        return (
          <Button
            size="small"
            busy={undo.isPending && undo.variables?.includes(row.id)}
            onClick={() => undo.mutate([row.id])}
          >
            {t('action.undo')}
          </Button>
        );
      },
    },
  ];
}
