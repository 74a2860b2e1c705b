import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import { useViewer } from '@/entities/viewer/use-viewer';
import { VerificationScreen } from '@/features/verification/verification-screen';
import { withTexts } from '@/lib/with-texts';

/** Companies without approval chains load nothing of them. */
const WaitingApprovals = late(() =>
  withTexts(
    import('@/features/approval-chains/waiting-approvals').then((module) => module.default),
    'approval-chains',
  ),
);

export function Component() {
  const { approval_chains: hasChains = false } = useViewer();
  return (
    <VerificationScreen
      approvals={
        hasChains && (
          <Suspense fallback={<ListSkeleton />}>
            <WaitingApprovals />
          </Suspense>
        )
      }
    />
  );
}
