import { Suspense } from 'react';
import { Navigate } from 'react-router';
import { late } from '@/components/shared/late';
import { ScreenSkeleton } from '@/components/shared/loading-state';
import { startAddress } from '@/entities/viewer/start-address';
import { isPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { viewerWhenKnown } from '@/entities/viewer/viewer-when-known';
import { dashboardQuery } from '@/features/dashboard/api/queries';
import { DashboardScreen } from '@/features/dashboard/dashboard-screen';
import { heldEventsQuery } from '@/features/held-events/api/queries';
import { HeldEventsCard, useHeldEvents } from '@/features/held-events/held-events-card';
import { queryClient } from '@/lib/query-client';
import { useBriefWait } from '@/lib/use-brief-wait';
import { withTexts } from '@/lib/with-texts';

const MoneyCard = late(() =>
  withTexts(
    import('@/features/tickets/office/money-card').then((file) => file.MoneyCard),
    'billing',
  ),
);
const MyRecordCard = late(() =>
  withTexts(
    import('@/features/packets/my-record-card').then((module) => module.default),
    'packets',
    'my-record',
  ),
);
const OnboardingScreen = late(() =>
  withTexts(
    import('@/features/onboarding/onboarding-screen').then((module) => module.default),
    'modules',
  ),
);

async function askEarly(): Promise<void> {
  const { employee, company } = (await viewerWhenKnown()) ?? {};
  if (!employee || !company || !isPrivileged(employee.role)) return;
  void queryClient.prefetchQuery(dashboardQuery(employee.id));
  void queryClient.prefetchQuery(heldEventsQuery(company.id, null));
}

/** Waits for nothing: the figures are asked for while the shell is drawn. */
export function loader(): null {
  void askEarly();
  return null;
}

/** Figures and what is above them come together, so that nothing moves. */
function Office() {
  const waits = useBriefWait(useHeldEvents('company').isPending);
  return (
    <DashboardScreen
      waits={waits}
      decisions={<HeldEventsCard scope="company" />}
      extraWork={<MoneyCard />}
    />
  );
}

/** The office's dashboard, a foreman's crew, a worker's clock; without a company the short start. */
export function Component() {
  const viewer = useViewer();
  const { employee } = viewer;
  const start = startAddress(viewer);
  if (start !== '/') return <Navigate to={start} replace />;
  if (employee) return <Office />;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <OnboardingScreen recordOf={(past) => <MyRecordCard past={past} />} />
    </Suspense>
  );
}
