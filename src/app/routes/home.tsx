import { lazy, Suspense } from 'react';
import { ScreenSkeleton } from '@/components/shared/loading-state';
import { useViewer } from '@/entities/viewer/use-viewer';
import { DashboardScreen } from '@/features/dashboard/dashboard-screen';

const OnboardingScreen = lazy(() => import('@/features/onboarding/onboarding-screen'));

/** The dashboard; for a new user without an employee record the short start stands in its place. */
export function Component() {
  const { employee } = useViewer();
  if (employee) return <DashboardScreen />;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <OnboardingScreen />
    </Suspense>
  );
}
