import { Users } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@/components/shared/avatar';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { employeeName } from '@/entities/employee/employees-query';
import { useTeam } from '@/entities/employee/use-team';
import { useLiveTime } from '@/entities/running-entry/use-live-time';
import { useEmployee, useMay } from '@/entities/viewer/use-viewer';
import { StatusCell } from '@/features/employees/components/status-cell';
import { useTranslation } from '@/lib/use-translation';

const RateList = late(async () => ({
  default: (await import('@/features/employees/components/rate-list')).RateList,
}));

/** Names and status of those one works with, oneself included; foremen get to their crew's clocks from here. */
export function ColleaguesView() {
  const { t } = useTranslation(['employees', 'common']);
  const me = useEmployee();
  const colleagues = useTeam();
  const pays = useMay('payroll');
  const seesRates = useMay('see_rates') || pays;
  useLiveTime();
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('colleagues')}
        actions={
          me?.role === 'foreman' && (
            <>
              <Button asChild>
                <Link to="/crew-hours">{t('crewHours')}</Link>
              </Button>
              <Button asChild variant="primary">
                <Link to="/crew">{t('crewClock')}</Link>
              </Button>
            </>
          )
        }
      />
      <Card>
        <Loaded query={colleagues} skeleton={<TableSkeleton />}>
          <DataTable
            label={t('title')}
            rows={colleagues.data ?? []}
            rowKey={({ employee_id }) => employee_id}
            empty={<EmptyState icon={Users} title={t('empty.alone')} text={t('empty.aloneText')} />}
            columns={[
              {
                id: 'name',
                header: t('common:employee.label'),
                card: 'title',
                sortBy: (person) => employeeName(person),
                cell: (person) => (
                  <span className="inline-flex items-center gap-3 font-[550]">
                    <Avatar name={employeeName(person)} size="small" />
                    {employeeName(person)}
                  </span>
                ),
              },
              {
                id: 'title',
                header: t('field.jobTitle'),
                cell: ({ job_title }) => job_title ?? '–',
              },
              {
                id: 'status',
                header: t('column.status'),
                cell: ({ status, project_name }) => (
                  <StatusCell status={status} project={project_name} />
                ),
              },
            ]}
          />
        </Loaded>
      </Card>
      {seesRates && (
        <Suspense fallback={<TableSkeleton />}>
          <RateList />
        </Suspense>
      )}
    </>
  );
}
