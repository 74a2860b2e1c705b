import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Paper } from '@/components/shared/paper';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { LateHourValues } from '@/entities/hour-value/late-hour-values';
import { OwnPeriod } from '@/entities/viewer/own-period';
import { useViewer } from '@/entities/viewer/use-viewer';
import { explanationQuery, type PayPeriod } from '@/features/payroll/api/queries';
import { ClockTimes } from '@/features/payroll/components/clock-times';
import { ExplainedWeeks } from '@/features/payroll/components/explained-weeks';
import { PeriodPicker } from '@/features/payroll/components/period-picker';
import { TimeChanges } from '@/features/payroll/components/time-changes';
import { useTimesheetSheet } from '@/features/payroll/components/use-timesheet-sheet';
import { totalsOf } from '@/features/payroll/explain';
import { formatDuration } from '@/lib/duration';
import { saveSheet } from '@/lib/files/save-sheet';
import { useFormat } from '@/lib/format-context';
import { dateOf } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const SignCard = late(() =>
  withTexts(
    import('@/features/payroll/components/sign-card').then((module) => module.default),
    'signed-timesheet',
  ),
);

export interface TimesheetViewProps {
  companyId: string;
  employeeId: string;
  periods: readonly PayPeriod[];
  period: PayPeriod;
  /** Which steps of approval chains are open. */
  steps?: ReactNode;
}

/** For workers: their own hours of the period, what others changed, and their word on it. */
export function TimesheetView({
  companyId,
  employeeId,
  periods,
  period,
  steps,
}: TimesheetViewProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { company, running_entry } = useViewer();
  const lines = useQuery(explanationQuery(employeeId, period));
  const { data = [] } = lines;
  const { minutes, cents } = totalsOf(data);
  const began =
    running_entry && dateOf(Date.parse(running_entry.clock_in), company?.time_zone ?? 'UTC');
  const runsHere = began !== null && period.start <= began && began <= period.end;

  const sheet = useTimesheetSheet(period, data);
  const pdf = useMutation({
    mutationFn: () => saveSheet(`timesheet_${period.start}_to_${period.end}`, sheet()),
    meta: { failureText: 'payroll:sheet.pdfFailed' },
  });

  // A sheet that waits for a word comes first; a period that still grows is read first.
  const isOver = period.end < useToday(company?.time_zone ?? 'UTC');
  const signCard = data.length > 0 && (
    <Suspense fallback={<ListSkeleton />}>
      <SignCard
        key={period.start}
        companyId={companyId}
        employeeId={employeeId}
        range={period}
        lines={data}
        running={runsHere}
      />
    </Suspense>
  );

  return (
    <>
      <Paper sheet={() => (data.length === 0 ? null : sheet())} />
      <PageHeader
        title={t('title')}
        description={<OwnPeriod range={period} />}
        actions={
          <>
            <PeriodPicker periods={periods} period={period} />
            <Button disabled={data.length === 0} busy={pdf.isPending} onClick={() => pdf.mutate()}>
              <Download aria-hidden="true" />
              {t('sheet.pdf')}
            </Button>
          </>
        }
      />
      <div className="flex max-w-3xl flex-col gap-4">
        {steps}
        {isOver && signCard}
        <Card>
          <CardHeader
            divided
            title={t('sheet.daysTitle')}
            action={
              <span className="tabular font-[620] text-lg">
                {[formatDuration(minutes * 60), cents !== null && format.moneyFromCents(cents)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            }
          />
          <Loaded query={lines} skeleton={<ListSkeleton />}>
            {data.length === 0 ? (
              <EmptyState title={t('explain.empty')} />
            ) : (
              <CardBody className="flex flex-col gap-6">
                <ExplainedWeeks lines={data} />
                <LateHourValues employeeId={employeeId} range={period} lines={data} />
              </CardBody>
            )}
          </Loaded>
        </Card>
        <Card>
          <CardHeader divided title={t('times.title')} />
          <CardBody>
            <ClockTimes companyId={companyId} employeeId={employeeId} range={period} />
          </CardBody>
        </Card>
        <Card>
          <CardHeader divided title={t('sheet.changesTitle')} />
          <CardBody>
            <TimeChanges employeeId={employeeId} range={period} />
          </CardBody>
        </Card>
        {!isOver && signCard}
      </div>
    </>
  );
}
