import { type ReactNode, Suspense } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { late } from '@/components/shared/late';
import { StatCardsSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { useEmployee, useIsPrivileged, useMay } from '@/entities/viewer/use-viewer';
import { PeriodView } from '@/features/payroll/components/period-view';
import { TimesheetView } from '@/features/payroll/components/timesheet-view';
import { usePeriod } from '@/features/payroll/use-period';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const RoleHours = late(async () => ({
  default: (await import('@/features/payroll/components/role-hours')).RoleHours,
}));

export interface PayrollScreenProps {
  /** What was exported so far, for those who run payroll. */
  exports: ReactNode;
  /** What connected systems have of the period. */
  sent?: ((range: DateRange) => ReactNode) | undefined;
  /** Which steps of approval chains are open. */
  steps?: ((range: DateRange) => ReactNode) | undefined;
  /** The period as it is printed. */
  paper: (range: DateRange) => ReactNode;
}

/** Managers run payroll here; everyone else sees and signs their own hours, and a role of the company's own has others' beside them. */
export function PayrollScreen({ exports, sent, steps, paper }: PayrollScreenProps) {
  const { t } = useTranslation('payroll');
  const privileged = useIsPrivileged();
  const pays = useMay('payroll');
  const approves = useMay('approve_time');
  const employee = useEmployee();
  const { companyId, periods, period, previous, error, refetch } = usePeriod();
  if (!employee || !period) {
    return (
      <>
        <PageHeader title={t('title')} />
        {!employee ? (
          <EmptyState title={t('sheet.noEmployee')} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <StatCardsSkeleton />
        )}
      </>
    );
  }
  const shared = { companyId, periods, period };
  const others = (
    <>
      {pays && paper(period)}
      <PeriodView
        {...shared}
        previous={previous}
        exports={pays && exports}
        sent={pays && sent?.(period)}
        steps={steps?.(period)}
        pays={pays}
      />
    </>
  );
  if (privileged) return others;
  const own = <TimesheetView {...shared} employeeId={employee.id} steps={steps?.(period)} />;
  if (!pays && !approves) return own;
  return (
    <Suspense fallback={<StatCardsSkeleton />}>
      <RoleHours own={own} others={others} />
    </Suspense>
  );
}
