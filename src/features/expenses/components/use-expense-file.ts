import { useViewer } from '@/entities/viewer/use-viewer';
import { useExpenseText } from '@/features/expenses/components/expense-facts';
import { type Expense, kindOf, statusOf } from '@/features/expenses/expense';
import type { GroupedReport, ReportColumn } from '@/lib/files/grouped-sheet';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const text = (id: string, header: string, weight: number): ReportColumn => ({
  id,
  header,
  format: 'text',
  weight,
  written: String,
});

/** The list as PDF, Excel and CSV. */
export function useExpenseFile(range: DateRange) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const textOf = useExpenseText();
  const company = useViewer().company?.name ?? '';
  const columns: ReportColumn[] = [
    text('date', t('column.date'), 2),
    text('person', t('column.person'), 3),
    text('project', t('column.project'), 3),
    text('code', t('column.costCode'), 2),
    text('kind', t('column.kind'), 2),
    text('what', t('column.what'), 4),
    {
      id: 'miles',
      header: t('column.miles'),
      format: 'rate',
      weight: 1.5,
      digits: 2,
      written: (value) => format.number(value, 1),
    },
    {
      id: 'amount',
      header: t('column.amount'),
      format: 'money',
      weight: 2,
      digits: 2,
      written: format.money,
    },
    text('status', t('column.status'), 2),
    text('payDate', t('column.payDate'), 2),
  ];
  return (rows: readonly Expense[]): Omit<GroupedReport, 'createdAt'> => ({
    title: t('title'),
    company,
    notes: [format.dateRange(range.start, range.end)],
    remarks: [],
    columns,
    rows: rows.map((row) => ({
      kind: 'line' as const,
      cells: [
        row.spent_on,
        row.employee_name,
        row.project_name,
        row.cost_code,
        t(`kind.${kindOf(row)}`),
        textOf(row),
        kindOf(row) === 'mileage' ? row.miles : null,
        row.amount,
        t(`status.${statusOf(row)}`),
        row.pay_date,
      ],
    })),
  });
}
