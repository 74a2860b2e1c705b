import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { employeePayQuery } from '@/features/employees/api/records';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface PayPeriodsProps {
  companyId: string;
  employeeId: string;
}

/** The last pay periods of one person; each opens in Payroll. */
export function PayPeriods({ companyId, employeeId }: PayPeriodsProps) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const query = useQuery(employeePayQuery(companyId, employeeId));
  return (
    <section aria-labelledby="pay-periods">
      <h3 id="pay-periods" className="mb-2 font-[620] text-base">
        {t('pay.periods')}
      </h3>
      <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
        <DataTable
          label={t('pay.periods')}
          rows={query.data ?? []}
          rowKey={({ start_date }) => start_date}
          empty={<EmptyState title={t('pay.empty')} />}
          columns={[
            {
              id: 'period',
              header: t('pay.period'),
              card: 'title',
              cell: ({ start_date, end_date }) => (
                <Link
                  to={`/payroll?from=${start_date}&employee=${employeeId}`}
                  className="whitespace-nowrap text-primary hover:underline"
                >
                  {format.dateRange(start_date, end_date)}
                </Link>
              ),
            },
            {
              id: 'hours',
              header: t('pay.hours'),
              align: 'end',
              cell: ({ minutes }) => formatHoursMinutes(60 * minutes),
            },
            {
              id: 'overtime',
              header: t('pay.overtime'),
              align: 'end',
              cell: ({ overtimeMinutes }) => formatHoursMinutes(60 * overtimeMinutes),
            },
            {
              id: 'pay',
              header: t('pay.amount'),
              align: 'end',
              card: 'aside',
              cell: ({ cents }) => (cents === null ? t('noRate') : format.moneyFromCents(cents)),
            },
            {
              id: 'status',
              header: t('pay.status'),
              cell: ({ locked }) => t(locked ? 'pay.locked' : 'pay.open'),
            },
          ]}
        />
      </Loaded>
    </section>
  );
}
