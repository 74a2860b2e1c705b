import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { BackLink } from '@/components/shared/back-link';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Paper } from '@/components/shared/paper';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LateHourValues } from '@/entities/hour-value/late-hour-values';
import { payPeriodsQuery } from '@/entities/pay-period/pay-periods-query';
import { OwnPeriod } from '@/entities/viewer/own-period';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { hoursQuery } from '@/features/my-status/api/queries';
import { type DayHours, hoursByDay, totalHours } from '@/features/my-status/report/hours-by-day';
import { useHoursColumns } from '@/features/my-status/report/use-hours-columns';
import { useHoursFiles } from '@/features/my-status/report/use-hours-files';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

function ReportTable({ range }: { range: DateRange }) {
  const { t } = useTranslation('my-status');
  const employee = useEmployee();
  const hours = useQuery(hoursQuery(employee?.id ?? '', range));
  const days = hoursByDay(hours.data ?? []);
  const totals = totalHours(days);
  const columns = useHoursColumns(totals);
  const files = useHoursFiles(range, days, totals);
  return (
    <>
      <Paper sheet={() => (days.length === 0 ? null : files.sheet())} />
      <div data-print="hide" className="mb-4 flex flex-wrap gap-2">
        <Button onClick={files.csv} disabled={days.length === 0}>
          {t('report.csv')}
        </Button>
        <Button
          onClick={() => files.pdf.mutate()}
          busy={files.pdf.isPending}
          disabled={days.length === 0}
        >
          {t('report.pdf')}
        </Button>
        <Button onClick={() => window.print()} disabled={days.length === 0}>
          {t('report.print')}
        </Button>
      </div>
      <Card>
        <Loaded query={hours} skeleton={<TableSkeleton />}>
          <DataTable<DayHours>
            label={t('report.table')}
            rows={days}
            columns={columns}
            rowKey={(day) => day.date}
            totalLabel={t('list.total')}
            empty={<EmptyState icon={Clock} title={t('report.empty')} />}
          />
        </Loaded>
      </Card>
      <div className="mt-6 max-w-3xl">
        <LateHourValues employeeId={employee?.id ?? ''} range={range} lines={hours.data ?? []} />
      </div>
    </>
  );
}

/** My hours of a pay period as payroll counts them; a page, a CSV and a PDF of the same figures. */
export function HoursReport({ which }: { which: 'this' | 'last' }) {
  const { t } = useTranslation('my-status');
  const employee = useEmployee();
  const { data: periods } = useQuery({
    ...payPeriodsQuery(employee?.company_id ?? ''),
    enabled: employee !== null,
  });
  const period = periods?.find((candidate) => candidate.is_current === (which === 'this'));
  const range = period && { start: period.start_date, end: period.end_date };
  return (
    <>
      <BackLink to="/my-status">{t('report.back')}</BackLink>
      <PageHeader title={t('report.title')} description={range && <OwnPeriod range={range} />} />
      {range ? <ReportTable range={range} /> : <TableSkeleton />}
    </>
  );
}
