import { DataTable } from '@/components/shared/data-table/data-table';
import { Card, CardHeader } from '@/components/ui/card';
import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { centsOf, sumOf } from '@/features/public-work/report/cents';
import { useFigures } from '@/features/public-work/report/use-figures';
import { useTranslation } from '@/lib/use-translation';

type Due = CertifiedPayroll['due'][number];

/** What the determination requires for the hours, what was paid in wages and plans, and what is short. */
export function DueCard({ report }: { report: CertifiedPayroll }) {
  const { t } = useTranslation('certified-payroll');
  const figures = useFigures();
  const nameOf = ({ employee_id }: Due): string =>
    report.rows.find((row) => row.employee_id === employee_id)?.name ?? '–';
  const amount = (id: 'due' | 'paid' | 'short') => ({
    id,
    header: t(`due.${id}`),
    align: 'end' as const,
    cell: (due: Due) => (
      <span className={id === 'short' && centsOf(due.short) > 0 ? 'font-[620] text-danger' : ''}>
        {figures.amount(due[id])}
      </span>
    ),
    total: figures.amountFromCents(sumOf(report.due.map((due) => due[id]))),
    ...(id === 'short' && { card: 'aside' as const }),
  });
  return (
    <Card>
      <CardHeader divided title={t('due.title')} description={t('due.text')} />
      <DataTable
        label={t('due.title')}
        rows={report.due}
        rowKey={({ employee_id }) => employee_id}
        totalLabel={t('due.total')}
        columns={[
          { id: 'worker', header: t('form.worker'), card: 'title', cell: nameOf },
          amount('due'),
          amount('paid'),
          amount('short'),
        ]}
      />
    </Card>
  );
}
