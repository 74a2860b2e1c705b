import { Suspense } from 'react';
import { Navigate, useLocation, useNavigationType } from 'react-router';
import { late } from '@/components/shared/late';
import { ScreenSkeleton } from '@/components/shared/loading-state';
import { isPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { DashboardScreen } from '@/features/dashboard/dashboard-screen';
import { HeldEventsCard } from '@/features/held-events/held-events-card';
import { useIsMobile } from '@/lib/use-media-query';

/** Opened from the home screen of the phone or by signing in, not by a press on Dashboard. */
function useWasOpened(): boolean {
  const { key } = useLocation();
  const type = useNavigationType();
  return key === 'default' || type === 'REPLACE';
}

const OnboardingScreen = late(() => import('@/features/onboarding/onboarding-screen'));

/**
 * The dashboard; a worker's phone opens on the clock instead, and a new user without an employee record
 * on the short start.
 */
export function Component() {
  const { employee } = useViewer();
  const isPhone = useIsMobile();
  const wasOpened = useWasOpened();
  if (employee && !isPrivileged(employee.role) && isPhone && wasOpened) {
    return <Navigate to="/my-status" replace />;
  }
  if (employee) {
    return (
      <DashboardScreen
        decisions={isPrivileged(employee.role) && <HeldEventsCard scope="company" />}
      />
    );
  }
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <OnboardingScreen />
    </Suspense>
  );
}
