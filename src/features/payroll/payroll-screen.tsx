import type { ReactNode } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { StatCardsSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import { PeriodView } from '@/features/payroll/components/period-view';
import { TimesheetView } from '@/features/payroll/components/timesheet-view';
import { usePeriod } from '@/features/payroll/use-period';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

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

/** Managers run payroll here; everyone else sees and signs their own hours. */
export function PayrollScreen({ exports, sent, steps, paper }: PayrollScreenProps) {
  const { t } = useTranslation('payroll');
  const privileged = useIsPrivileged();
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
  return privileged ? (
    <>
      {paper(period)}
      <PeriodView
        {...shared}
        previous={previous}
        exports={exports}
        sent={sent?.(period)}
        steps={steps?.(period)}
      />
    </>
  ) : (
    <TimesheetView {...shared} employeeId={employee.id} steps={steps?.(period)} />
  );
}
