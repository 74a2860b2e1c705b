import { lazy, Suspense } from 'react';
import { Component as Dashboard } from '@/app/routes/placeholder';
import { ScreenSkeleton } from '@/components/shared/loading-state';
import { useViewer } from '@/entities/viewer/use-viewer';

const OnboardingScreen = lazy(() => import('@/features/onboarding/onboarding-screen'));

/** The dashboard; for a new user without an employee record the short start stands in its place. */
export function Component() {
  const { employee } = useViewer();
  if (employee) return <Dashboard />;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <OnboardingScreen />
    </Suspense>
  );
}
