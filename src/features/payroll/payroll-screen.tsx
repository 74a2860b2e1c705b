import type { ReactNode } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { StatCardsSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useEmployee, useIsPrivileged, useMay } from '@/entities/viewer/use-viewer';
import { PeriodView } from '@/features/payroll/components/period-view';
import { TimesheetView } from '@/features/payroll/components/timesheet-view';
import { usePeriod } from '@/features/payroll/use-period';
import type { DateRange } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
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

/** Managers run payroll here; everyone else sees and signs their own hours, and a role of the company's own has others' beside them. */
export function PayrollScreen({ exports, sent, steps, paper }: PayrollScreenProps) {
  const { t } = useTranslation('payroll');
  const privileged = useIsPrivileged();
  const pays = useMay('payroll');
  const approves = useMay('approve_time');
  const [params, change] = useAddressParams();
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
  const of = params.get('of') === 'others' ? 'others' : 'own';
  return (
    <Tabs value={of} onValueChange={(next) => change('of', next === 'others' ? next : null)}>
      <TabsList className="mb-4 px-0!">
        <TabsTrigger value="own">{t('of.own')}</TabsTrigger>
        <TabsTrigger value="others">{t('of.others')}</TabsTrigger>
      </TabsList>
      <TabsContent value="own">{own}</TabsContent>
      <TabsContent value="others">{others}</TabsContent>
    </Tabs>
  );
}
