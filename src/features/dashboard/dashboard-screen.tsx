import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton, StatCardsSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { useLiveTime } from '@/entities/running-entry/use-live-time';
import { RecoveryNotice } from '@/entities/session/recovery-notice';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { type Dashboard, dashboardQuery } from '@/features/dashboard/api/queries';
import { ActivityCard } from '@/features/dashboard/components/activity-card';
import { ClockCard } from '@/features/dashboard/components/clock-card';
import { DayChart } from '@/features/dashboard/components/day-chart';
import { FigureCards } from '@/features/dashboard/components/figure-cards';
import { FirstStepsCard } from '@/features/dashboard/components/first-steps-card';
import { NeedsCard } from '@/features/dashboard/components/needs-card';
import { TopProjectsCard } from '@/features/dashboard/components/top-projects-card';
import { useTranslation } from '@/lib/use-translation';

const BARS = ['h-24', 'h-36', 'h-28', 'h-40', 'h-32', 'h-16', 'h-12'];

const ReportDialog = lateDialog(async () => ({
  default: (await import('@/features/dashboard/report/report-dialog')).ReportDialog,
}));

interface Props {
  /** Committed extra work and expenses, where the company has any. */
  extraWork?: ReactNode;
  /** What waits for a manager, above the figures. */
  decisions?: ReactNode;
  /** It is not known yet whether anything does. */
  waits?: boolean;
}

export function DashboardScreen({ decisions, extraWork, waits = false }: Props) {
  const { t } = useTranslation('dashboard');
  const employeeId = useEmployee()?.id ?? '';
  const [params, setParams] = useSearchParams();
  const dashboard = useQuery(dashboardQuery(employeeId));
  const { isLoadingError, error, refetch, data } = dashboard;
  const isPending = dashboard.isPending || waits;
  // As `Loaded` does it: both appear in the same drawing.
  const wasPending = useDeferredValue(isPending);
  useLiveTime();
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('greeting')}
        actions={
          <Button variant="primary" onClick={() => setParams({ dialog: 'report' })}>
            {t('report.open')}
          </Button>
        }
      />
      <RecoveryNotice employeeId={employeeId} />
      {!isPending && !wasPending && decisions}
      <Loaded
        framed
        query={{ isPending, isLoadingError, error, refetch }}
        skeleton={<DashboardSkeleton />}
      >
        {data && <DashboardCards dashboard={data} extraWork={data.has_extra_work && extraWork} />}
      </Loaded>
      <Suspense>
        {params.get('dialog') === 'report' && <ReportDialog onClose={() => setParams({})} />}
      </Suspense>
    </>
  );
}

/** Four figures, the chart with a list beside it, two lists below. */
function DashboardSkeleton() {
  return (
    <>
      <StatCardsSkeleton />
      <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <Card className="flex h-60 items-end gap-3 px-5 py-5">
          {BARS.map((height) => (
            <Skeleton key={height} className={`flex-1 ${height}`} />
          ))}
        </Card>
        <Card>
          <ListSkeleton rows={3} />
        </Card>
        <Card>
          <ListSkeleton rows={6} />
        </Card>
        <Card>
          <ListSkeleton rows={4} />
        </Card>
      </div>
    </>
  );
}

function DashboardCards({ dashboard, extraWork }: { dashboard: Dashboard; extraWork: ReactNode }) {
  const { needs, first_steps: steps } = dashboard;
  const isNew = steps && !(steps.project && steps.cost_codes && steps.people && steps.time);
  return (
    <>
      {isNew && <FirstStepsCard steps={steps} />}
      <FigureCards dashboard={dashboard} />
      <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <DayChart dashboard={dashboard} />
        {needs && <NeedsCard needs={needs} />}
        <ActivityCard activity={dashboard.recent_activity} />
        <div className="flex flex-col gap-4">
          {extraWork}
          <TopProjectsCard dashboard={dashboard} />
          <ClockCard people={dashboard.on_the_clock} />
        </div>
      </div>
    </>
  );
}
